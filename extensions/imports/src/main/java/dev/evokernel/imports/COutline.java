package dev.evokernel.imports;

import module java.base;

import dev.evokernel.imports.SourceOutline.Function;
import dev.evokernel.imports.SourceOutline.Kind;
import dev.evokernel.imports.SourceOutline.Parameter;
import dev.evokernel.imports.SourceOutline.Template;
import dev.evokernel.imports.SourceOutline.Tunable;
import dev.evokernel.kernel.CText;
import dev.evokernel.kernel.CTypes;

/**
 * Reads functions and tunable macros from C and CUDA C++. The reader is lexical: no compiler can
 * parse a source with undefined macros.
 */
final class COutline {

  private static final Pattern DIRECTIVE = Pattern.compile("(?m)^[ \\t]*#.*$");
  private static final Pattern CALL = Pattern.compile("\\b([A-Za-z_]\\w*)\\s*\\(");
  private static final Pattern BOUNDS = Pattern.compile("__launch_bounds__\\s*\\(");
  private static final Pattern TEMPLATE_PARAMETER =
      Pattern.compile(
          "(?:const\\s+)?(typename|class|[\\w:]+(?:\\s+int)?)\\s+(\\w+)(?:\\s*=\\s*(.+))?");
  private static final Pattern KERNEL_MACRO =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)[ \\t].*\\b__global__\\b");
  private static final Pattern NAMESPACE = Pattern.compile("\\bnamespace\\s+([\\w:]*)\\s*\\{");
  private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w*\\b");

  /** Macro that declares an array, as in {@code float ARRAY_2D(a, N, M)}. */
  private static final Pattern ARRAY =
      Pattern.compile("(?s)(.*\\s)([A-Z]\\w*)\\s*\\((\\w+),(.*)\\)");

  /** Global array without initializer: not indented and not static. */
  private static final Pattern GLOBAL =
      Pattern.compile(
          "(?m)^(?:extern\\s+(?!\"))?((?:__device__\\s+|__constant__\\s+)*)"
              + "(?!static\\b|const\\b|return\\b|typedef\\b|extern\\b|__shared__\\b)((?:unsigned\\s+|signed\\s+)?\\w+)"
              + "\\s+(\\w+)((?:\\s*\\[[^]]+])+)\\s*;");

  /** Words before a function's type. */
  private static final Pattern STORAGE =
      Pattern.compile(
          "\\b(static|inline|__inline\\w*|extern|constexpr)\\b|\"C\"|__attribute__\\s*\\(\\(.*?\\)\\)");

  private static final Set<String> NOT_FUNCTIONS =
      Set.of(
          ("if for while switch return sizeof defined alignas decltype __attribute__ __align__"
                  + " __launch_bounds__ __declspec __cluster_dims__")
              .split(" ", -1));

  private record Definition(String name, int at, String head, String list, int from, int to) {}

  private final String text;
  private final boolean cuda;

  /** The text with blanks for directives: positions stay. */
  private final String code;

  private final CTypes types;
  private final CMacros macros;
  private final List<Definition> definitions = new ArrayList<>();

  private COutline(String source, boolean cuda, boolean isClosed) {
    this.text = CText.plain(source);
    this.cuda = cuda;
    this.code =
        DIRECTIVE.matcher(text).replaceAll(directive -> " ".repeat(directive.group().length()));
    this.types = new CTypes(text);
    this.macros = new CMacros(text, isClosed);
    definitions();
  }

  static SourceOutline of(String source, boolean cuda, boolean isClosed) {
    var outline = new COutline(source, cuda, isClosed);
    return new SourceOutline(
        outline.definitions.stream().filter(outline::isKernel).map(outline::function).toList());
  }

  private void definitions() {
    Matcher call = CALL.matcher(code);
    int from = 0;
    while (call.find(from)) {
      from = call.end();
      int behind =
          NOT_FUNCTIONS.contains(call.group(1)) ? -1 : CText.behind(code, call.end() - 1, '(', ')');
      if (behind < 0 || !code.substring(behind).stripLeading().startsWith("{")) {
        continue;
      }
      int body = code.indexOf('{', behind);
      int end = CText.behind(code, body, '{', '}');
      from = end < 0 ? code.length() : end;
      definitions.add(
          new Definition(
              call.group(1),
              call.start(),
              head(call.start()),
              code.substring(call.end(), behind - 1),
              body,
              from));
    }
  }

  /** Recognises kernels in CUDA; in C, functions without a value or with a number for pointers. */
  private boolean isKernel(Definition definition) {
    return cuda
        ? definition.head().contains("__global__")
            || KERNEL_MACRO
                .matcher(text)
                .results()
                .anyMatch(
                    macro -> definition.head().matches("(?s).*\\b" + macro.group(1) + "\\b.*"))
        : definition.head().matches("(?s).*\\bvoid\\s*")
            || (definition.list().matches("(?s).*[*\\[].*") && !returns(definition).isEmpty());
  }

  /** Type of the returned number; empty for another type. */
  private static String returns(Definition definition) {
    String type = STORAGE.matcher(definition.head()).replaceAll(" ").strip();
    return type.contains("*") || CTypes.label(CTypes.plain(type)).isEmpty() ? "" : type;
  }

  private String head(int name) {
    int at = name;
    while (at > 0 && ";}{".indexOf(code.charAt(at - 1)) < 0) {
      at--;
    }
    return code.substring(at, name);
  }

  /** Text outside functions, and of the functions that this one can call. */
  private String reach(Definition kernel) {
    var outside = new StringBuilder();
    int last = 0;
    for (Definition definition : definitions) {
      outside.append(text, last, Math.max(last, definition.at() - definition.head().length()));
      last = definition.to();
    }
    var reach = new StringBuilder(outside.append(text.substring(last)));
    var open = new ArrayDeque<Definition>(List.of(kernel));
    var reached = new HashSet<Definition>(open);
    while (!open.isEmpty()) {
      Definition next = open.remove();
      String own = next.head() + text.substring(next.at(), next.to());
      reach.append('\n').append(own);
      definitions.stream()
          .filter(other -> isMentioned(other.name(), own) && reached.add(other))
          .forEach(open::add);
    }
    return reach.toString();
  }

  private Function function(Definition found) {
    String body = code.substring(found.from(), found.to());
    var written = new ArrayList<Parameter>();
    for (String part : CText.parts(found.list())) {
      if (!part.equals("void")) {
        written.add(parameter(written.size(), array(part), body));
      }
    }
    String returns = cuda ? "" : returns(found);
    List<Parameter> parameters = new ArrayList<>(settled(written, !returns.isEmpty()));
    if (!returns.isEmpty()) {
      parameters.add(
          new Parameter(
              "returned",
              Kind.OUTPUT,
              CTypes.label(CTypes.plain(returns)),
              returns + " *returned",
              List.of("1"),
              ""));
    }
    symbols().stream().filter(array -> isMentioned(array.name(), body)).forEach(parameters::add);
    List<Template> templates = templates(found.head());
    Set<String> declared = new HashSet<>();
    parameters.forEach(parameter -> declared.add(parameter.name()));
    templates.forEach(template -> declared.add(template.name()));
    Set<String> sizes =
        parameters.stream()
            .flatMap(parameter -> parameter.sizes().stream())
            .flatMap(size -> NAME.matcher(size).results().map(MatchResult::group))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    var shape = new LinkedHashMap<String, String>();
    parameters.stream()
        .filter(scalar -> scalar.kind() == Kind.SCALAR)
        .forEach(
            scalar ->
                macros.named(scalar.name()).ifPresent(name -> shape.put(name, scalar.name())));
    List<Tunable> tunables =
        macros.tunables(reach(found), declared, sizes).stream()
            .filter(tunable -> !shape.containsKey(tunable.name()))
            .toList();
    return new Function(
        namespaces(found.at()) + found.name(),
        parameters,
        templates,
        tunables,
        shape,
        threads(found.head()),
        !cuda && found.head().matches("(?s).*\\b(static|inline)\\b.*"),
        returns,
        body);
  }

  /** Global arrays; in CUDA only arrays in constant memory. */
  private List<Parameter> symbols() {
    return GLOBAL
        .matcher(code)
        .results()
        .filter(array -> !cuda || array.group(1).contains("__constant__"))
        .filter(array -> !CTypes.label(array.group(2)).isEmpty())
        .map(
            array ->
                new Parameter(
                    array.group(3),
                    Kind.SYMBOL,
                    CTypes.label(array.group(2)),
                    array.group().replace(";", "").strip().replaceAll("\\s+", " ")))
        .toList();
  }

  private static String threads(String head) {
    Matcher bounds = BOUNDS.matcher(head);
    int end = bounds.find() ? CText.behind(head, bounds.end() - 1, '(', ')') : -1;
    return end < 0
        ? ""
        : CText.parts(head.substring(bounds.end(), end - 1)).stream().findFirst().orElse("");
  }

  private String namespaces(int at) {
    var open = new StringBuilder();
    Matcher namespace = NAMESPACE.matcher(code);
    while (namespace.find() && namespace.end() <= at) {
      int end = CText.behind(code, namespace.end() - 1, '{', '}');
      if ((end < 0 || end > at) && !namespace.group(1).isEmpty()) {
        open.append(namespace.group(1)).append("::");
      }
    }
    return open.toString();
  }

  private static List<Template> templates(String head) {
    int at = head.lastIndexOf("template");
    int open = head.indexOf('<', Math.max(0, at));
    int end = at < 0 || open < 0 ? -1 : CText.behind(head, open, '<', '>');
    return end < 0
        ? List.of()
        : CText.parts(head.substring(open + 1, end - 1)).stream()
            .map(TEMPLATE_PARAMETER::matcher)
            .filter(Matcher::matches)
            .map(
                found ->
                    new Template(
                        found.group(2),
                        found.group(1),
                        found.group(3) == null ? "" : found.group(3).strip()))
            .toList();
  }

  private static boolean isMentioned(String name, String body) {
    return Pattern.compile("\\b" + name + "\\b").matcher(body).find();
  }

  private static String array(String part) {
    Matcher macro = ARRAY.matcher(part.strip());
    if (!macro.matches()) {
      return part;
    }
    List<String> sizes = CText.parts(macro.group(4));
    int dimensions = Math.max(1, sizes.size() / 2);
    return macro.group(1)
        + macro.group(3)
        + sizes.subList(sizes.size() - dimensions, sizes.size()).stream()
            .collect(Collectors.joining("][", "[", "]"));
  }

  private Parameter parameter(int position, String written, String body) {
    CTypes.Parameter read = CTypes.Parameter.of(written);
    String name = read.name().isEmpty() ? "argument" + (position + 1) : read.name();
    boolean constant = read.type().matches("(?s).*\\bconst\\b.*\\*.*|(?s)\\s*const\\b.*");
    Kind kind = !read.isPointer() ? Kind.SCALAR : constant ? Kind.INPUT : written(name, body);
    List<String> labels = types.labels(read.type());
    return new Parameter(
        name, kind, labels.isEmpty() ? "" : labels.getLast(), written.replaceAll("\\s+", " "));
  }

  /** Use of a pointer, by stores through it or through a pointer that is made from it. */
  private static Kind written(String name, String body) {
    String element = "\\b" + name + "\\s*(\\[[^;=]*?])+\\s*";
    String added = element + "(\\+\\+|--|[-+*/&|^]=)|atomic\\w+\\s*\\(\\s*&?\\s*" + name + "\\b";
    String assigned =
        element
            + "=(?!=)|[;{})]\\s*\\*\\s*\\(?\\s*"
            + name
            + "\\b[^;=]*=(?!=)|(?i:\\w*store\\w*|__st\\w+)\\s*\\(\\s*&?\\(?\\s*"
            + name
            + "\\b";
    String viewed = "&\\s*" + name + "\\s*\\[[^;=]*?]\\s*\\)+\\s*(\\[[^]]*])?\\s*=(?!=)";
    String passed = "(?<!atomicAdd)[(,]\\s*" + name + "\\s*[,)+]";
    boolean isAssigned = finds(assigned, body) || finds(viewed, body);
    if (finds("\\b" + name + "\\s*(\\[[^;=]*?])+\\s*=(?!=)[^;]*\\b" + name + "\\s*\\[", body)) {
      return Kind.INOUT;
    }
    if (finds(added, body) && !isAssigned && !finds(passed, body)) {
      return Kind.INOUT;
    }
    if (isAssigned || finds(added, body)) {
      return finds("=\\s*\\w[^;=&]*&\\s*" + name + "\\s*\\[", body) ? Kind.INOUT : Kind.OUTPUT;
    }
    if (finds("[(,]\\s*&\\s*" + name + "\\s*\\[", body)) {
      return Kind.SYMBOL;
    }
    return Pattern.compile(
            "\\*\\s*(?:__restrict__\\s+)?(?:const\\s+)?(\\w+)\\s*=[^;*]*\\b"
                + name
                + "\\b|(?:auto)\\s+(\\w+)\\s*=[^;]*\\b"
                + name
                + "\\b")
        .matcher(body)
        .results()
        .map(alias -> alias.group(1) == null ? alias.group(2) : alias.group(1))
        .filter(alias -> !alias.equals(name))
        .map(alias -> written(alias, body))
        .filter(Kind::isWritten)
        .findFirst()
        .orElse(finds("\\b" + name + "\\s*\\[", body) ? Kind.INPUT : Kind.SYMBOL);
  }

  private static boolean finds(String pattern, String body) {
    return Pattern.compile(pattern).matcher(body).find();
  }

  /**
   * Decides the pointers that the function's own code does not explain. They may be written to
   * where the function writes to no other and returns nothing; the last one alone if it passes
   * several on.
   */
  private static List<Parameter> settled(List<Parameter> parameters, boolean returns) {
    List<Parameter> open =
        parameters.stream().filter(parameter -> parameter.kind() == Kind.SYMBOL).toList();
    boolean hasOutput =
        returns || parameters.stream().anyMatch(parameter -> parameter.kind().isWritten());
    boolean hasInput = parameters.stream().anyMatch(parameter -> parameter.kind() == Kind.INPUT);
    return parameters.stream()
        .map(
            parameter ->
                parameter.kind() != Kind.SYMBOL
                    ? parameter
                    : new Parameter(
                        parameter.name(),
                        hasOutput || (!hasInput && !parameter.equals(open.getLast()))
                            ? Kind.INPUT
                            : Kind.INOUT,
                        parameter.type(),
                        parameter.written()))
        .toList();
  }
}
