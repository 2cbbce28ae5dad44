package dev.evokernel.imports.outline;

import module java.base;

import dev.evokernel.imports.outline.SourceOutline.Function;
import dev.evokernel.imports.outline.SourceOutline.Kind;
import dev.evokernel.imports.outline.SourceOutline.Parameter;
import dev.evokernel.imports.outline.SourceOutline.Tunable;

/**
 * Reads functions and tunable macros from C and CUDA C++. The reader is lexical: no compiler can
 * parse a source with undefined macros.
 */
final class COutline {

  private static final Pattern GUARDED =
      Pattern.compile(
          "(?m)^[ \\t]*#[ \\t]*ifndef[ \\t]+(\\w+)[ \\t]*\\R+[ \\t]*#[ \\t]*define[ \\t]+\\1"
              + "(?!\\()[ \\t]*(.*)$");
  private static final Pattern DEFINED =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)(\\([^)]*\\))?");
  private static final Pattern DIRECTIVE = Pattern.compile("(?m)^[ \\t]*#[ \\t]*(\\w+)(.*)$");
  private static final Pattern LOUD = Pattern.compile("\\b[A-Z][A-Z0-9_]+\\b");
  private static final Pattern ENUM = Pattern.compile("\\benum\\b[^{;]*\\{([^}]*)}");
  private static final Pattern TYPEDEF =
      Pattern.compile("\\b(?:typedef\\b[^;]*?|using\\s+)(\\w+)\\s*(?:;|=)");
  private static final Pattern CALL = Pattern.compile("\\b([A-Za-z_]\\w*)\\s*\\(");
  private static final Pattern BOUNDS = Pattern.compile("__launch_bounds__\\s*\\(");
  private static final Pattern TEMPLATE_PARAMETER =
      Pattern.compile("(typename|class|[\\w:]+)\\s+(\\w+)(?:\\s*=\\s*(.+))?");
  private static final Pattern KERNEL_MACRO =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*define[ \\t]+(\\w+)[ \\t].*\\b__global__\\b");
  private static final Pattern NAMESPACE = Pattern.compile("\\bnamespace\\s+([\\w:]*)\\s*\\{");

  /** Upper-case words that headers and compilers define. */
  private static final Pattern OF_OTHERS =
      Pattern.compile(
          "NULL|EOF|INFINITY|NAN|TRUE|FALSE|RAND_MAX|NDEBUG|CUDART_\\w+|M_[A-Z0-9_]+|FLT_\\w+"
              + "|DBL_\\w+|U?(CHAR|SHRT|INT|LONG|LLONG|INT\\d+|SIZE|PTRDIFF)_(MAX|MIN|WIDTH)"
              + "|U?INT\\d+_C|HUGE_VAL\\w*|CHAR_BIT|__\\w+|OPENMP|_\\w+");

  /** Global array without initializer: not indented and not static. */
  private static final Pattern GLOBAL =
      Pattern.compile(
          "(?m)^(?:extern\\s+(?!\"))?((?:__device__\\s+|__constant__\\s+)*)"
              + "(?!static\\b|const\\b|return\\b|typedef\\b|extern\\b|__shared__\\b)((?:unsigned\\s+|signed\\s+)?\\w+)"
              + "\\s+(\\w+)((?:\\s*\\[[^]]+])+)\\s*;");

  /** Preprocessor condition that consists of one macro. */
  private static final Pattern BARE =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*(?:el)?if[ \\t]+!?[ \\t]*(\\w+)[ \\t]*$");

  private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w*\\b");

  private static final Set<String> NOT_FUNCTIONS =
      Set.of(
          ("if for while switch return sizeof defined alignas decltype __attribute__ __align__"
                  + " __launch_bounds__ __declspec __cluster_dims__")
              .split(" ", -1));

  private final String text;
  private final boolean cuda;
  private final String code;

  private COutline(String source, boolean cuda) {
    this.text = CText.plain(source);
    this.cuda = cuda;
    this.code = DIRECTIVE.matcher(text).replaceAll("");
  }

  static SourceOutline of(String source, boolean cuda) {
    var outline = new COutline(source, cuda);
    List<Function> functions = outline.functions();
    return new SourceOutline(functions, outline.tunables(functions));
  }

  /** Macros with a guarded default, and macros that are used, but not defined. */
  private List<Tunable> tunables(List<Function> functions) {
    Map<String, Tunable> found = new LinkedHashMap<>();
    GUARDED
        .matcher(text)
        .results()
        .filter(macro -> !macro.group(2).isBlank() && type(macro.group(2)).isEmpty())
        .map(macro -> new Tunable(macro.group(1), List.of(macro.group(2).strip())))
        .forEach(tunable -> found.put(tunable.name(), tunable));
    Set<String> known = new LinkedHashSet<>(found.keySet());
    DEFINED.matcher(text).results().forEach(macro -> known.add(macro.group(1)));
    ENUM.matcher(text)
        .results()
        .flatMap(list -> CText.parts(list.group(1)).stream())
        .forEach(constant -> known.add(constant.replaceFirst("\\W.*", "")));
    TYPEDEF.matcher(text).results().forEach(type -> known.add(type.group(1)));
    for (Function function : functions) {
      function.parameters().forEach(parameter -> known.add(parameter.name()));
      function.templates().forEach(parameter -> known.add(parameter.name()));
    }
    Stream<MatchResult> sizes =
        functions.stream()
            .flatMap(function -> function.parameters().stream())
            .flatMap(parameter -> parameter.sizes().stream())
            .flatMap(size -> NAME.matcher(size).results());
    Stream.concat(LOUD.matcher(mentions()).results(), sizes)
        .map(MatchResult::group)
        .filter(word -> !known.contains(word) && !isDeclared(word))
        .filter(word -> !OF_OTHERS.matcher(word).matches())
        .forEach(
            word ->
                found.putIfAbsent(
                    word, new Tunable(word, isSwitch(word) ? List.of("0", "1") : List.of())));
    return List.copyOf(found.values());
  }

  /** Whether a macro occurs only as a whole preprocessor condition. */
  private boolean isSwitch(String word) {
    long asked = BARE.matcher(text).results().filter(test -> test.group(1).equals(word)).count();
    return asked > 0
        && asked == Pattern.compile("\\b" + word + "\\b").matcher(text).results().count();
  }

  /** Global arrays; in CUDA only arrays in constant memory. */
  private List<Parameter> symbols() {
    return GLOBAL
        .matcher(code)
        .results()
        .filter(array -> !cuda || array.group(1).contains("__constant__"))
        .filter(array -> !type(array.group(2)).isEmpty())
        .map(
            array ->
                new Parameter(
                    array.group(3),
                    Kind.SYMBOL,
                    type(array.group(2)),
                    array.group().replace(";", "").strip().replaceAll("\\s+", " ")))
        .toList();
  }

  /**
   * Code, preprocessor conditions and macro bodies. Operands of {@code defined} are excluded: a
   * parameter is always defined.
   */
  private String mentions() {
    var mentioned = new StringBuilder(code);
    Matcher directive = DIRECTIVE.matcher(text);
    while (directive.find()) {
      String rest =
          switch (directive.group(1)) {
            case "if", "elif" -> directive.group(2).replaceAll("\\bdefined\\b\\s*\\(?\\s*\\w+", "");
            case "pragma" -> directive.group(2).contains("omp") ? directive.group(2) : "";
            case "define" -> directive.group(2).replaceFirst("^\\s*\\w+(\\([^)]*\\))?", "");
            default -> "";
          };
      mentioned.append('\n').append(rest);
    }
    return mentioned.toString();
  }

  /** Searches the source for a declaration of this name: variable, type or function. */
  private boolean isDeclared(String word) {
    return Pattern.compile(
            "\\b(?:constexpr|const|enum)\\b[^;(){}]*\\b"
                + word
                + "\\b\\s*=(?!=)|"
                + "\\b(?:struct|class|union|enum|typename|int|float|double|auto|long|unsigned|char|bool"
                + "|half|short|size_t|\\w+_t)\\s*[*&]*\\s*"
                + word
                + "\\b")
        .matcher(code)
        .find();
  }

  /** Kernels with a body; in C all non-static void functions with a body. */
  private List<Function> functions() {
    var functions = new ArrayList<Function>();
    Matcher call = CALL.matcher(code);
    int from = 0;
    while (call.find(from)) {
      from = call.end();
      String name = call.group(1);
      if (NOT_FUNCTIONS.contains(name)) {
        continue;
      }
      int behind = CText.behind(code, call.end() - 1, '(', ')');
      if (behind < 0 || !code.substring(behind).stripLeading().startsWith("{")) {
        continue;
      }
      String head = head(call.start());
      boolean kernel =
          cuda
              ? isKernel(head)
              : head.matches("(?s).*\\bvoid\\s*") && !head.matches("(?s).*\\bstatic\\b.*");
      int body = code.indexOf('{', behind);
      int end = CText.behind(code, body, '{', '}');
      from = end < 0 ? code.length() : end;
      if (kernel) {
        String list = code.substring(call.end(), behind - 1);
        functions.add(function(name, call.start(), head, list, code.substring(body, from)));
      }
    }
    return functions;
  }

  /** Searches the head for {@code __global__}, also through a macro. */
  private boolean isKernel(String head) {
    return head.contains("__global__")
        || KERNEL_MACRO
            .matcher(text)
            .results()
            .anyMatch(macro -> head.matches("(?s).*\\b" + macro.group(1) + "\\b.*"));
  }

  /** Declaration before a function's name, from the end of the previous one. */
  private String head(int name) {
    int at = name;
    while (at > 0 && ";}{".indexOf(code.charAt(at - 1)) < 0) {
      at--;
    }
    return code.substring(at, name);
  }

  private Function function(String name, int at, String head, String list, String body) {
    var parameters = new ArrayList<Parameter>();
    for (String written : CText.parts(list)) {
      if (!written.equals("void")) {
        String plain = written.replaceAll("\\(\\s*\\*\\s*(\\w+)\\s*\\)", "*$1");
        parameters.add(parameter(parameters.size(), plain, body));
      }
    }
    symbols().stream().filter(array -> isMentioned(array.name(), body)).forEach(parameters::add);
    return new Function(namespaces(at) + name, parameters, templates(head), threads(head));
  }

  private static String threads(String head) {
    Matcher bounds = BOUNDS.matcher(head);
    int end = bounds.find() ? CText.behind(head, bounds.end() - 1, '(', ')') : -1;
    return end < 0
        ? ""
        : CText.parts(head.substring(bounds.end(), end - 1)).stream().findFirst().orElse("");
  }

  /** Prefix of the namespaces that enclose a position. */
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

  private static List<Tunable> templates(String head) {
    int at = head.indexOf("template");
    int open = head.indexOf('<', Math.max(0, at));
    int end = at < 0 || open < 0 ? -1 : CText.behind(head, open, '<', '>');
    if (end < 0) {
      return List.of();
    }
    var templates = new ArrayList<Tunable>();
    for (String part : CText.parts(head.substring(open + 1, end - 1))) {
      Matcher parameter = TEMPLATE_PARAMETER.matcher(part);
      if (parameter.matches()) {
        boolean type = parameter.group(1).matches("typename|class");
        String value =
            parameter.group(3) != null ? parameter.group(3).strip() : type ? "float" : "";
        templates.add(
            new Tunable(parameter.group(2), value.isEmpty() ? List.of() : List.of(value)));
      }
    }
    return List.copyOf(templates);
  }

  private static boolean isMentioned(String name, String body) {
    return Pattern.compile("\\b" + name + "\\b").matcher(body).find();
  }

  /** Recognises a buffer whose elements are accumulated into, and never assigned or passed on. */
  private static boolean isOnlyAddedTo(String name, String body) {
    String element = "\\b" + name + "\\s*\\[[^;=]*?]\\s*";
    String added = element + "(\\+\\+|--|[-+*/&|^]=)|atomic\\w+\\s*\\(\\s*&?\\s*" + name + "\\b";
    String other = element + "=(?!=)|(?<!atomicAdd)[(,]\\s*" + name + "\\s*[,)+]";
    return Pattern.compile(added).matcher(body).find()
        && !Pattern.compile(other).matcher(body).find();
  }

  private Parameter parameter(int position, String written, String body) {
    String value = written.replaceFirst("=.*", "").strip();
    boolean pointer = value.contains("*") || value.contains("[");
    String bare = value.replaceAll("\\[[^]]*]", " ").strip();
    String last = bare.replaceFirst("(?s).*?(\\w*)$", "$1");
    boolean named = !last.isEmpty() && !last.equals(bare) && type(last).isEmpty();
    String name = named ? last : "argument" + (position + 1);
    String before = named ? bare.substring(0, bare.length() - last.length()) : bare;
    boolean constant = before.matches("(?s).*\\bconst\\b.*");
    Kind output = isOnlyAddedTo(name, body) ? Kind.INOUT : Kind.OUTPUT;
    Kind kind = !pointer ? Kind.SCALAR : constant ? Kind.INPUT : output;
    return new Parameter(name, kind, type(meant(before)), written.replaceAll("\\s+", " "));
  }

  /** Replaces macros by their guarded defaults, which can be types. */
  private String meant(String before) {
    String meant = before;
    Matcher guarded = GUARDED.matcher(text);
    while (guarded.find()) {
      meant =
          meant.replaceAll(
              "\\b" + guarded.group(1) + "\\b", Matcher.quoteReplacement(guarded.group(2).strip()));
    }
    return meant;
  }

  /** Element type of a declaration; empty if evo does not support it. */
  private static String type(String before) {
    String words =
        before
            .replaceAll(
                "\\b(const|volatile|restrict|__restrict__|__restrict|__grid_constant__|register)\\b",
                " ")
            .replaceAll("[*&]", " ")
            .replaceAll("\\b(std|cuda)::", "")
            .strip()
            .replaceAll("\\s+", " ");
    return switch (words) {
      case "float", "float2", "float3", "float4" -> "f32";
      case "double", "double2" -> "f64";
      case "half", "__half", "half2", "__half2", "_Float16" -> "f16";
      case "__nv_bfloat16", "nv_bfloat16", "__nv_bfloat162", "bfloat16" -> "bf16";
      case "int", "signed", "unsigned", "unsigned int", "int32_t", "uint32_t", "uint", "int4" ->
          "i32";
      case "long",
          "long long",
          "int64_t",
          "uint64_t",
          "size_t",
          "unsigned long",
          "unsigned long long",
          "ptrdiff_t",
          "long int" ->
          "i64";
      case "char", "signed char", "unsigned char", "int8_t", "uint8_t", "bool", "_Bool" -> "i8";
      default -> "";
    };
  }
}
