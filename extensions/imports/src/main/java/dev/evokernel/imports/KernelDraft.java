package dev.evokernel.imports;

import module java.base;

import dev.evokernel.imports.SourceOutline.Function;
import dev.evokernel.imports.SourceOutline.Kind;
import dev.evokernel.imports.SourceOutline.Parameter;
import dev.evokernel.imports.SourceOutline.Tunable;
import dev.evokernel.kernel.CTypes;
import dev.evokernel.text.YamlText;

/**
 * Text of a first {@code kernel.yaml}, valid as it is. A comment {@code # TODO} marks each guess
 * and says what to check.
 */
final class KernelDraft {

  private static final String GRID = "as in the host code's launch; 'shared' too";
  private static final String INVENTED = "size";
  private static final int USUAL_SIZE = 1024;
  private static final Set<String> INTEGERS =
      Set.of("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64");
  private static final Map<String, String> TOLERANCES =
      Map.of(
          "f16", "{absolute: 1e-2, relative: 1.9e-3}",
          "bf16", "{absolute: 3e-2, relative: 1e-2}",
          "f32", "{absolute: 1e-5, relative: 1e-5}",
          "f64", "{absolute: 1e-12, relative: 1e-12}");

  private final SourceFiles files;
  private final Language language;
  private final List<String> sources;
  private final String text;
  private final Function function;
  private final List<Function> others;
  private final HostLaunch host;
  private final SequencedMap<String, Guess> parameters = new LinkedHashMap<>();
  private final SequencedMap<String, String> macros = new LinkedHashMap<>();
  private final List<String> sizes = new ArrayList<>();
  private final SequencedMap<String, String> arguments;
  private final List<String> flags;
  private final LaunchGuess.Line launch;
  private final BufferSizes bufferSizes;

  KernelDraft(SourceFiles files, String text, Function function, List<Function> others) {
    this.files = files;
    this.language = files.language();
    this.text = text;
    this.function = function;
    this.sources =
        files.sources(Optional.of(function).filter(files::needsWrapper)).stream()
            .map(KernelDraft::word)
            .toList();
    this.others = List.copyOf(others);
    this.host =
        HostLaunch.of(
            text,
            function.simpleName(),
            function.parameters().stream().map(Parameter::name).collect(Collectors.toSet()));
    var extents = new ArrayList<String>();
    for (Tunable tunable : function.tunables()) {
      if (language != Language.TRITON
          && tunable.values().isEmpty()
          && (Guess.isExtent(tunable) || isSizeOfArray(tunable.name()))) {
        extents.add(tunable.name());
      } else {
        Guess.of(tunable, language).ifPresent(guess -> parameters.put(tunable.name(), guess));
      }
    }
    arguments = host.arguments(function.templates(), language, text, parameters);
    function.parameters().stream()
        .filter(scalar -> scalar.kind() == Kind.SCALAR && INTEGERS.contains(scalar.type()))
        .filter(scalar -> scalar.value().isEmpty() && !scalar.name().startsWith("stride"))
        .map(Parameter::name)
        .forEach(sizes::add);
    function
        .macros()
        .forEach(
            (name, value) -> {
              boolean isSize = value.isEmpty() || isRounded(name);
              macros.put(name, isSize ? name : value);
              if (isSize) {
                sizes.add(name);
              }
            });
    extents.forEach(extent -> macros.put(extent, lower(extent)));
    extents.forEach(extent -> sizes.add(lower(extent)));
    if (isByRow()) {
      sizes.addFirst("rows");
    }
    if (sizes.isEmpty()) {
      sizes.add(INVENTED);
    }
    launch =
        !language.backend().equals("cpu")
            ? new LaunchGuess(language, text, function, host, parameters, sizes).line()
            : new LaunchGuess.Line("", false);
    bufferSizes =
        new BufferSizes(
            language,
            text,
            function.body(),
            sizes,
            macros,
            sizes.stream().filter(this::isRounded).toList());
    flags = new ArrayList<>(language.flags());
    function.tunables().stream()
        .filter(tunable -> tunable.values().equals(Tunable.DEFINED))
        .forEach(tunable -> flags.add("\"{%1$s ? -D%1$s}\"".formatted(tunable.name())));
    if (parameters.isEmpty() && language == Language.CUDA) {
      flags.add("\"-maxrregcount={REGISTERS}\"");
      parameters.put("REGISTERS", new Guess(List.of("32", "64", "128", "255"), "255", false));
    } else if (parameters.isEmpty() && language == Language.OPENCL) {
      flags.add("\"{FAST ? -cl-fast-relaxed-math}\"");
      parameters.put("FAST", new Guess(List.of("false", "true"), "false", false));
    } else if (parameters.isEmpty()) {
      flags.set(0, "\"-O{LEVEL}\"");
      flags.add("\"{UNROLL ? -funroll-loops}\"");
      parameters.put("LEVEL", new Guess(List.of("2", "3"), "3", true));
      parameters.put("UNROLL", new Guess(List.of("false", "true"), "false", false));
    }
    if (files.needsWrapper(function)) {
      String flag = "\"-D" + SourceFiles.MACRO + "$1={$1}\"";
      arguments.values().stream()
          .filter(value -> value.startsWith("{"))
          .forEach(value -> flags.add(value.replaceAll("\\{(\\w+)}", flag)));
    }
    files.flags().stream().map(KernelDraft::word).forEach(flags::add);
  }

  private static String word(String text) {
    return text.matches("[\\w./+-]+") ? text : YamlText.of(text);
  }

  SequencedMap<String, String> arguments() {
    return arguments;
  }

  private static String lower(String extent) {
    return extent.toLowerCase(Locale.ROOT);
  }

  private boolean isByRow() {
    return function.parameters().stream().anyMatch(buffer -> buffer.dimensions().contains("rows"))
        || function.macros().containsValue(SourceOutline.OF_A_ROW)
        || (language.hasThreads()
            && function.parameters().stream().anyMatch(scalar -> scalar.name().contains("stride"))
            && function.body().matches("(?s).*=\\s*blockIdx\\.x\\s*;.*"));
  }

  private boolean isRounded(String size) {
    return List.of(SourceOutline.OF_A_ROW, SourceOutline.OF_A_TILE)
        .contains(function.macros().getOrDefault(size, ""));
  }

  private boolean isSizeOfArray(String name) {
    return function.parameters().stream()
        .flatMap(parameter -> parameter.sizes().stream())
        .anyMatch(size -> size.matches(".*\\b" + name + "\\b.*"));
  }

  String text() {
    var lines = new ArrayList<String>();
    lines.add(
        "# Generated from "
            + YamlText.inComment(sources.getFirst())
            + " by evo init. Lines marked TODO are guesses: correct");
    lines.add("# them and remove the mark. 'evo check' lists the rest and validates the kernel.");
    if (!others.isEmpty()) {
      lines.add(
          "# Other functions in the file (evo init --entry NAME): "
              + others.stream().map(Function::name).collect(Collectors.joining(", ")));
    }
    lines.add("summary: " + function.name() + todo("describe the kernel in one line"));
    lines.add("backends:");
    lines.add("  " + language.backend() + ":");
    Stream.of(source(), search(), problem())
        .flatMap(List::stream)
        .map(line -> "    " + line)
        .forEach(lines::add);
    return String.join("\n", lines) + "\n";
  }

  private List<String> source() {
    var lines = new ArrayList<String>();
    String listed = String.join(", ", sources);
    if (language == Language.TRITON) {
      lines.add(
          "build: {command: [python3, triton_builder.py, %s], inputs: [%s]}"
              .formatted(sources.getFirst(), listed));
      lines.add("entry: " + function.name());
    } else {
      lines.add("sources: [" + listed + "]");
      lines.add("entry: " + entry());
    }
    if (!flags.isEmpty()) {
      lines.add("flags: [" + String.join(", ", flags) + "]");
    }
    if (language == Language.CUDA) {
      new KernelSource("cuda", text)
          .hostHeader()
          .ifPresent(header -> lines.add("compiler: nvcc  # for <" + header + ">"));
    }
    lines.addAll(reference());
    return lines;
  }

  private String entry() {
    String name = files.entry(function);
    String values = String.join(", ", arguments.values());
    boolean isGuessed = arguments.values().stream().anyMatch(value -> !value.startsWith("{"));
    String guessed =
        isGuessed ? todo("template arguments: " + String.join(", ", arguments.keySet())) : "";
    return arguments.isEmpty()
        ? name
        : files.needsWrapper(function)
            ? name + guessed
            : "\"%s<%s>\"%s".formatted(name, values, guessed);
  }

  /** Reference: a naive function of the file, otherwise the kernel's own default. */
  private List<String> reference() {
    Optional<Function> naive =
        others.stream()
            .filter(other -> language == Language.C && other.isNaive() && !other.isHidden())
            .filter(other -> other.parameters().size() == function.parameters().size())
            .findFirst();
    if (naive.isPresent()) {
      var own = new ArrayList<>(flags);
      parameters.forEach((name, guess) -> own.add("-D" + name + "=" + guess.start()));
      own.removeIf(flag -> flag.matches("-D(LEVEL|UNROLL)=.*"));
      return List.of(
          "reference: {sources: [%s], entry: %s, flags: [%s]}"
              .formatted(
                  String.join(", ", sources),
                  naive.get().name(),
                  String.join(", ", own)
                      .replaceFirst("\"-O\\{LEVEL}\"|-O3", "-O1")
                      .replaceFirst(", \"\\{UNROLL [^,]*", "")));
    }
    String command = "{command: [python3, reference.py]}";
    if (language == Language.TRITON) {
      return List.of("reference: " + command + todo("finish reference.py"));
    }
    return List.of(
        "reference: {configuration: %s}%s"
            .formatted(
                defaults(),
                todo(
                    "this compares the kernel with itself; "
                        + (language.hasThreads()
                            ? "finish reference.py and write " + command
                            : "write a naive reference"))));
  }

  private String defaults() {
    return parameters.entrySet().stream()
        .map(guess -> guess.getKey() + ": " + guess.getValue().start())
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private List<String> search() {
    var lines = new ArrayList<String>();
    lines.add("parameters:");
    parameters.forEach(
        (name, guess) ->
            lines.add(
                "  %s: [%s]%s"
                    .formatted(
                        name,
                        String.join(", ", guess.values()),
                        guess.isCertain()
                            ? ""
                            : todo(
                                guess.values().equals(Tunable.DEFINED)
                                    ? "if it decides only the speed"
                                    : "list the values to try"))));
    lines.add("default: " + defaults());
    if (!language.backend().equals("cpu")) {
      lines.add(launch.written() + (launch.isGuessed() ? todo(GRID) : ""));
    }
    if (!macros.isEmpty()) {
      lines.add(
          "macros: {"
              + macros.entrySet().stream()
                  .map(macro -> macro.getKey() + ": " + macro.getValue())
                  .collect(Collectors.joining(", "))
              + "}"
              + todo("sizes of the problem, or parameters?"));
    }
    return lines;
  }

  private List<String> problem() {
    var lines = new ArrayList<String>();
    lines.add("shapes:");
    int each = sizes.size() > 2 ? USUAL_SIZE / 8 : USUAL_SIZE;
    lines.add("  usual: {" + shape(each) + "}" + todo("the sizes that matter to you"));
    lines.add(
        "  ragged: {"
            + shape(sizes.contains(INVENTED) ? each / 2 : each - 27)
            + "}"
            + todo("sizes that no tile divides, if supported"));
    lines.add("arguments:");
    List<Parameter> outputs = outputs();
    for (Parameter parameter : function.parameters()) {
      boolean output = outputs.contains(parameter);
      lines.add("  - " + argument(parameter, output) + todo(hint(parameter, output)));
    }
    String types =
        function.parameters().stream()
            .filter(parameter -> parameter.kind() != Kind.SCALAR)
            .map(this::type)
            .filter(TOLERANCES::containsKey)
            .distinct()
            .map(type -> type + ": " + TOLERANCES.get(type))
            .collect(Collectors.joining(", "));
    if (!types.isEmpty()) {
      lines.add("tolerances: {" + types + "}");
    }
    lines.add(
        "work: {flops: %s, bytes: %s}%s"
            .formatted(elements(), elements(), todo("the minimum work of one launch")));
    return lines;
  }

  /** Written parameters; if none is recognised, the last buffer. */
  List<Parameter> outputs() {
    List<Parameter> written =
        function.parameters().stream().filter(parameter -> parameter.kind().isWritten()).toList();
    return written.isEmpty()
        ? function.parameters().stream()
            .filter(parameter -> parameter.kind() == Kind.INPUT)
            .reduce((_, later) -> later)
            .stream()
            .toList()
        : written;
  }

  private String shape(int each) {
    return sizes.stream()
        .map(size -> size + ": " + (isRounded(size) ? Integer.highestOneBit(2 * each - 1) : each))
        .collect(Collectors.joining(", "));
  }

  /** Product of the first two sizes: most buffers have two dimensions. */
  private String elements() {
    return sizes.stream().limit(2).collect(Collectors.joining(" * "));
  }

  private String type(Parameter parameter) {
    return parameter.type().isEmpty()
        ? arguments.entrySet().stream()
            .filter(type -> parameter.written().matches("(?s).*\\b" + type.getKey() + "\\b.*"))
            .map(type -> CTypes.label(type.getValue()))
            .filter(label -> !label.isEmpty())
            .findFirst()
            .orElse("f32")
        : parameter.type();
  }

  private String argument(Parameter parameter, boolean output) {
    String start = "{name: %s, type: %s, ".formatted(parameter.name(), type(parameter));
    if (parameter.kind() == Kind.SCALAR) {
      return start
          + "value: "
          + (!parameter.value().isEmpty()
              ? parameter.value()
              : sizes.contains(parameter.name())
                  ? parameter.name()
                  : parameter.name().contains("stride")
                      ? sizes.getLast()
                      : parameter.name().matches("(?i).*eps(ilon)?") ? "0.00001" : "1")
          + "}";
    }
    String dimensions = "dimensions: [" + String.join(", ", bufferSizes.of(parameter)) + "]";
    String fill =
        ", fill: "
            + (INTEGERS.contains(type(parameter)) ? "{uniform: {low: 0, high: 10}}" : "normal")
            + "}";
    return start
        + dimensions
        + switch (parameter.kind()) {
          case SYMBOL -> ", symbol: constant" + fill;
          case INOUT -> ", inout: true" + fill;
          case INPUT, OUTPUT, SCALAR -> output ? ", output: true}" : fill;
        };
  }

  private String hint(Parameter parameter, boolean output) {
    String known = parameter.type().isEmpty() ? "; type" : "";
    return switch (parameter.kind()) {
      case SCALAR ->
          !parameter.value().isEmpty() || (sizes.contains(parameter.name()) && known.isEmpty())
              ? ""
              : "'" + parameter.written() + "': value" + known;
      case SYMBOL -> "'%s': filled by the caller?%s".formatted(parameter.written(), known);
      case INOUT ->
          "'%s': dimensions; read before it is written?%s".formatted(parameter.written(), known);
      case INPUT, OUTPUT ->
          "'%s': dimensions%s%s"
              .formatted(
                  parameter.written(),
                  output && parameter.kind() == Kind.INPUT ? "; written by the kernel?" : "",
                  known);
    };
  }

  private static String todo(String what) {
    return what.isEmpty() ? "" : "  # TODO: " + what.replaceAll("\\s+", " ");
  }
}
