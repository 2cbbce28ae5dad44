package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.CText;
import dev.evokernel.kernel.CTypes;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.DistantSources;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Member;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Comparison of declared arguments with the entry's parameters: in the text that the compiler's
 * preprocessor returned, or else in the sources. A type without a label, a template's parameter for
 * example, fits every declaration. A function that is defined twice is not compared.
 */
final class SignatureCheck {

  private static final Pattern ANNOTATED =
      Pattern.compile("(?s)(\\w+)\\s*:\\s*(?:\\w+\\.)?u?(int|float)(8|16|32|64)\\b.*");

  /** One parameter with a type and a name, in contrast to a macro or a condition. */
  private static final Pattern PLAIN = Pattern.compile("(?s)[^#]*[\\w>*&]\\s*[*&\\s(]\\s*[^#]*");

  private static final Pattern CONSTANT = Pattern.compile("[^*&]*\\bconst\\b[^*&]*\\*[^*]*");

  private record Definition(Path file, String text, List<String> parameters) {
    static Stream<Definition> in(Path file, String source, String function) {
      if (!source.contains(function)) {
        return Stream.empty();
      }
      boolean python = file.toString().endsWith(".py");
      String text = python ? source.replaceAll("#.*", "") : CText.plain(source);
      return Pattern.compile("\\b" + function + "\\s*(?=\\()")
          .matcher(text)
          .results()
          .flatMap(
              call -> {
                int behind = CText.behind(text, call.end(), '(', ')');
                String rest = behind < 0 ? "" : text.substring(behind).stripLeading();
                return rest.startsWith(python ? ":" : "{")
                    ? Stream.of(text.substring(call.end() + 1, behind - 1))
                    : Stream.empty();
              })
          .map(list -> CText.parts(list).stream().filter(part -> !part.equals("void")).toList())
          .map(parameters -> new Definition(file, text, parameters));
    }

    String name() {
      return String.valueOf(file.getFileName());
    }
  }

  private final YamlDocument document;
  private final Kernel kernel;
  private final KernelSection section;
  private final Optional<CompilerView> compiler;
  private final Map<String, YamlNode.Mapping> declarations = new HashMap<>();
  private EntryPoint entryPoint;

  /** Whether a configuration and a shape have decided the types of the arguments. */
  private boolean isTyped;

  private Map<Path, String> texts = Map.of();

  SignatureCheck(Kernel kernel, KernelSection section, Optional<CompilerView> compiler) {
    this.document = section.document();
    this.kernel = kernel;
    this.section = section;
    this.compiler = compiler;
    this.entryPoint = kernel.entryPoint();
    for (YamlNode node : section.value("arguments").elements()) {
      declarations.put(node.mapping().value("name").text(), node.mapping());
    }
  }

  void check() {
    Source source = kernel.source();
    if (compiler.isPresent()) {
      configurations().forEach(configuration -> checkPreprocessed(configuration, compiler.get()));
    }
    if (!kernel.backend().equals("cpu") || source.build().isPresent()) {
      var read = new LinkedHashMap<Path, String>();
      source
          .read()
          .filter(Files::isRegularFile)
          .forEach(file -> read.put(file, DistantSources.text(file)));
      entryPoint = kernel.entryPoint();
      isTyped = false;
      texts = read;
      launches();
    }
  }

  /** The default, with each value of the parameters that choose types. */
  private Stream<Configuration> configurations() {
    Configuration base = kernel.defaultConfiguration();
    List<String> choosing = entryPoint.signature().typing();
    return Stream.concat(
        Stream.of(base),
        kernel.parameters().stream()
            .filter(parameter -> choosing.contains(parameter.name()))
            .flatMap(
                parameter ->
                    parameter.values().stream().map(value -> base.with(parameter.name(), value))));
  }

  private void checkPreprocessed(Configuration configuration, CompilerView view) {
    Set<Map<String, Value>> facts = new HashSet<>();
    for (Shape shape : kernel.shapes()) {
      if (facts.add(shape.facts())) {
        entryPoint = kernel.typed(configuration).on(shape).entryPoint();
        isTyped = true;
        texts = view.preprocessed(kernel, configuration, shape);
        if (!texts.isEmpty()) {
          launches();
        }
        document.check();
      }
    }
  }

  private void launches() {
    List<YamlNode> listed = section.launches();
    for (int i = 0; i < entryPoint.launches().size(); i++) {
      check(i, listed.isEmpty() ? Optional.empty() : Optional.of(listed.get(i).mapping()));
    }
  }

  private void check(int launch, Optional<YamlNode.Mapping> node) {
    List<String> entries = entryPoint.source().entries();
    String entry = entries.get(launch);
    String function = entry.replaceFirst("<.*", "").replaceFirst(".*::", "").strip();
    if (!function.matches("\\w+")) {
      return;
    }
    node.ifPresent(listed -> mentioned(listed.value("entry"), function));
    List<Definition> definitions =
        texts.entrySet().stream()
            .flatMap(text -> Definition.in(text.getKey(), text.getValue(), function))
            .limit(2)
            .toList();
    if (definitions.size() != 1) {
      return;
    }
    Definition definition = definitions.getFirst();
    List<Argument> declared = entryPoint.taken(entryPoint.launches().get(launch));
    if (definition.name().endsWith(".py")) {
      annotations(definition, declared);
    } else if (definition.parameters().stream().allMatch(PLAIN.asMatchPredicate())) {
      if (definition.parameters().size() == declared.size()) {
        // An entry that is launched several times may take other names.
        compare(definition, declared, node, Collections.frequency(entries, entry) == 1);
      } else if (definition.parameters().stream()
          .noneMatch(text -> text.contains("local ") || text.contains("..."))) {
        // OpenCL's 'shared' is a parameter behind the arguments.
        counts(definition, entry, declared, node);
      }
    }
  }

  private void counts(
      Definition definition,
      String entry,
      List<Argument> declared,
      Optional<YamlNode.Mapping> launch) {
    document.problem(
        launch
            .map(listed -> listed.find("arguments").orElse(listed.value("entry")).place())
            .orElseGet(() -> section.key("arguments")),
        "'%s' has %d parameters in %s and %d arguments here"
            .formatted(entry, definition.parameters().size(), definition.name(), declared.size()),
        "Write the arguments in the order of the signature: "
            + definition.parameters().stream()
                .map(text -> CTypes.Parameter.of(text).name())
                .toList());
  }

  /** Reports an entry that no source mentions, unless a source may assemble its name. */
  private void mentioned(YamlNode entry, String function) {
    Pattern word = Pattern.compile("\\b" + function + "\\b|##");
    List<Path> files = List.copyOf(texts.keySet());
    if (texts.values().stream().noneMatch(text -> word.matcher(text).find())) {
      Optional<String> misspelt = new SourceWords(files).misspelt(function);
      if (misspelt.isEmpty() && entryPoint.source().build().isPresent()) {
        return; // A build program may generate the function.
      }
      document.problem(
          entry,
          "no source mentions '" + function + "'",
          misspelt
              .map(near -> "Maybe '" + near + "'?")
              .orElse(
                  "Name a function of " + files.stream().map(Path::getFileName).toList() + "."));
    }
  }

  private void compare(
      Definition definition,
      List<Argument> declared,
      Optional<YamlNode.Mapping> launch,
      boolean ordered) {
    List<String> written =
        definition.parameters().stream().map(text -> text.replaceAll("\\s+", " ")).toList();
    var types = new CTypes(definition.text());
    List<CTypes.Parameter> parameters = written.stream().map(CTypes.Parameter::of).toList();
    List<String> names = parameters.stream().map(CTypes.Parameter::name).toList();
    for (int i = 0; i < declared.size(); i++) {
      Argument argument = declared.get(i);
      int there = names.indexOf(argument.name());
      if (ordered && there >= 0 && there != i) {
        document.problem(
            place(launch, argument, i),
            "'%s' is argument %d here and parameter %d in %s"
                .formatted(argument.name(), i + 1, there + 1, definition.name()),
            "Write 'arguments' in the order of the signature: " + String.join(", ", written) + ".");
      } else {
        CTypes.Parameter parameter = parameters.get(i);
        String words = written.get(i);
        Stream<Argument> forms =
            isTyped ? Stream.of(argument) : entryPoint.signature().forms(argument);
        forms
            .filter(form -> !fits(form, parameter, types))
            .findFirst()
            .ifPresentOrElse(
                form -> differs(form, words, definition),
                () -> written(argument, words, definition));
      }
    }
  }

  /** Checks that a pure output is not constant in the source; a later launch may read it. */
  private void written(Argument argument, String words, Definition definition) {
    if (argument instanceof Argument.Buffer buffer
        && buffer.access() == Argument.Access.OUTPUT
        && entryPoint.launches().size() == 1
        && CONSTANT.matcher(words).matches()) {
      document.problem(
          declaration(argument).find("output").orElse(declaration(argument).value("name")),
          "'%s' is an output here and '%s' in %s"
              .formatted(argument.name(), words, definition.name()),
          "Remove 'const' there or 'output' here, or correct the order of 'arguments'.");
    }
  }

  /** Vectors of the source, and narrow or packed integers, may hold elements of another type. */
  private static boolean fits(Argument argument, CTypes.Parameter parameter, CTypes types) {
    List<String> labels = types.labels(parameter.type());
    if (argument instanceof Argument.ByValue(_, Member content)) {
      return content instanceof Member.Struct || parameter.isPointer();
    }
    if (labels.size() != 1 || argument instanceof Argument.TensorMap) {
      return true;
    }
    boolean scalar = argument instanceof Argument.Scalar;
    ElementType there = ElementType.ofLabel(labels.getFirst());
    boolean isWide = !argument.type().isFloating() && argument.type().bits() > Byte.SIZE;
    boolean isOpen =
        !scalar
            && ((!there.isFloating() && !isWide)
                || there.bits() == Byte.SIZE
                || parameter.type().matches("(?s).*[a-z][234]\\b.*"));
    return scalar != parameter.isPointer()
        && (isOpen
            || there == argument.type()
            || (!there.isFloating()
                && !argument.type().isFloating()
                && there.bits() == argument.type().bits()));
  }

  /** Types that a Triton function annotates, {@code n: tl.int32} for example. */
  private void annotations(Definition definition, List<Argument> declared) {
    for (String parameter : definition.parameters()) {
      Matcher type = ANNOTATED.matcher(parameter);
      for (int i = 0; i < declared.size() && type.matches(); i++) {
        String label = type.group(2).charAt(0) + type.group(3);
        if (declared.get(i) instanceof Argument.Scalar scalar
            && scalar.name().equals(type.group(1))
            && !scalar.type().label().replace('u', 'i').equals(label)) {
          differs(scalar, parameter, definition);
        }
      }
    }
  }

  /** Name of an argument, in the launch if that lists its arguments. */
  private YamlNode place(Optional<YamlNode.Mapping> launch, Argument argument, int position) {
    return launch
        .flatMap(node -> node.find("arguments"))
        .map(names -> names.elements().get(position))
        .orElse(declaration(argument).value("name"));
  }

  private YamlNode.Mapping declaration(Argument argument) {
    return Objects.requireNonNull(declarations.get(argument.name()));
  }

  private void differs(Argument argument, String written, Definition definition) {
    boolean scalar = argument instanceof Argument.Scalar;
    document.problem(
        declaration(argument).find("type").orElse(declaration(argument).value("name")),
        "'%s' is %s here and '%s' in %s"
            .formatted(
                argument.name(),
                scalar
                    ? argument.type().label()
                    : argument instanceof Argument.ByValue
                        ? "a pointer"
                        : "a buffer of " + argument.type().label(),
                written,
                definition.name()),
        "Correct the type, or the order of 'arguments'.");
  }
}
