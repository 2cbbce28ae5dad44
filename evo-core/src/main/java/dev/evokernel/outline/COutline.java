package dev.evokernel.outline;

import dev.evokernel.outline.SourceOutline.Function;
import dev.evokernel.outline.SourceOutline.Kind;
import dev.evokernel.outline.SourceOutline.Parameter;
import dev.evokernel.outline.SourceOutline.Tunable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads C and CUDA C++ as far as a first {@code kernel.yaml} needs it: by words and brackets, since
 * a source with undefined macros is no program that a compiler would parse.
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

  /** Loud words that headers and compilers define. */
  private static final Pattern OF_OTHERS =
      Pattern.compile(
          "NULL|EOF|INFINITY|NAN|TRUE|FALSE|RAND_MAX|NDEBUG|CUDART_\\w+|M_[A-Z0-9_]+|FLT_\\w+"
              + "|DBL_\\w+|U?(CHAR|SHRT|INT|LONG|LLONG|INT\\d+|SIZE|PTRDIFF)_(MAX|MIN|WIDTH)"
              + "|U?INT\\d+_C|HUGE_VAL\\w*|CHAR_BIT|__\\w+|OPENMP|_\\w+");

  /** An array of the file that something else fills: not indented, not static, without values. */
  private static final Pattern GLOBAL =
      Pattern.compile(
          "(?m)^(?:extern\\s+(?!\"))?((?:__device__\\s+|__constant__\\s+)*)"
              + "(?!static\\b|const\\b|return\\b|typedef\\b|extern\\b|__shared__\\b)((?:unsigned\\s+|signed\\s+)?\\w+)"
              + "\\s+(\\w+)((?:\\s*\\[[^]]+])+)\\s*;");

  /** A condition of a directive that is a macro and nothing else. */
  private static final Pattern BARE =
      Pattern.compile("(?m)^[ \\t]*#[ \\t]*(?:el)?if[ \\t]+!?[ \\t]*(\\w+)[ \\t]*$");

  private static final Pattern NAME = Pattern.compile("\\b[A-Z]\\w*\\b");

  private static final Set<String> NOT_FUNCTIONS =
      Set.of(
          "if",
          "for",
          "while",
          "switch",
          "return",
          "sizeof",
          "defined",
          "__attribute__",
          "__launch_bounds__",
          "__align__",
          "alignas",
          "decltype",
          "__declspec",
          "__cluster_dims__");

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

  /** Macros with a guarded default, and those that are used and defined nowhere. */
  private List<Tunable> tunables(List<Function> functions) {
    Map<String, Tunable> found = new LinkedHashMap<>();
    GUARDED
        .matcher(text)
        .results()
        .filter(one -> !one.group(2).isBlank() && type(one.group(2)).isEmpty())
        .forEach(
            one ->
                found.put(one.group(1), new Tunable(one.group(1), List.of(one.group(2).strip()))));
    Set<String> known = new LinkedHashSet<>(found.keySet());
    DEFINED.matcher(text).results().forEach(one -> known.add(one.group(1)));
    ENUM.matcher(text)
        .results()
        .flatMap(one -> CText.parts(one.group(1)).stream())
        .forEach(one -> known.add(one.replaceFirst("\\W.*", "")));
    TYPEDEF.matcher(text).results().forEach(one -> known.add(one.group(1)));
    for (Function function : functions) {
      function.parameters().forEach(one -> known.add(one.name()));
      function.templates().forEach(one -> known.add(one.name()));
    }
    Matcher loud = LOUD.matcher(mentions());
    Stream<String> sizes =
        functions.stream()
            .flatMap(function -> function.parameters().stream())
            .flatMap(parameter -> parameter.sizes().stream())
            .flatMap(size -> NAME.matcher(size).results().map(MatchResult::group));
    Stream.concat(loud.results().map(MatchResult::group), sizes)
        .filter(word -> !known.contains(word) && !isDeclared(word))
        .filter(word -> !OF_OTHERS.matcher(word).matches())
        .forEach(
            word ->
                found.putIfAbsent(
                    word, new Tunable(word, isSwitch(word) ? List.of("0", "1") : List.of())));
    return List.copyOf(found.values());
  }

  /** Whether it is only asked whether it is true. */
  private boolean isSwitch(String word) {
    long asked = BARE.matcher(text).results().filter(one -> one.group(1).equals(word)).count();
    return asked > 0
        && asked == Pattern.compile("\\b" + word + "\\b").matcher(text).results().count();
  }

  /** Arrays of the file: any in C, those in constant memory in CUDA. */
  private List<Parameter> symbols() {
    return GLOBAL
        .matcher(code)
        .results()
        .filter(one -> !cuda || one.group(1).contains("__constant__"))
        .filter(one -> !type(one.group(2)).isEmpty())
        .map(
            one ->
                new Parameter(
                    one.group(3),
                    Kind.SYMBOL,
                    type(one.group(2)),
                    one.group().replace(";", "").strip().replaceAll("\\s+", " ")))
        .toList();
  }

  /**
   * The code, the conditions of directives, and what macros stand for. What is only asked whether
   * it is defined is no parameter: it would be, with whatever value.
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

  /** Whether a variable, a type or a function of the source has this name. */
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

  /** Kernels; or, in C, all functions with a body that another file may call. */
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

  /** Also where the words of a kernel stand behind a macro. */
  private boolean isKernel(String head) {
    return head.contains("__global__")
        || KERNEL_MACRO
            .matcher(text)
            .results()
            .anyMatch(macro -> head.matches("(?s).*\\b" + macro.group(1) + "\\b.*"));
  }

  /** What stands before a function's name, back to the end of what came before. */
  private String head(int name) {
    int at = name;
    while (at > 0 && ";}{".indexOf(code.charAt(at - 1)) < 0) {
      at--;
    }
    return code.substring(at, name);
  }

  private Function function(String name, int at, String head, String list, String body) {
    var parameters = new ArrayList<Parameter>();
    for (String one : CText.parts(list)) {
      if (!one.equals("void")) {
        String plain = one.replaceAll("\\(\\s*\\*\\s*(\\w+)\\s*\\)", "*$1");
        parameters.add(parameter(parameters.size(), plain, body));
      }
    }
    symbols().stream().filter(one -> isMentioned(one.name(), body)).forEach(parameters::add);
    return new Function(namespaces(at) + name, parameters, templates(head), threads(head));
  }

  private static String threads(String head) {
    Matcher bounds = BOUNDS.matcher(head);
    int end = bounds.find() ? CText.behind(head, bounds.end() - 1, '(', ')') : -1;
    return end < 0
        ? ""
        : CText.parts(head.substring(bounds.end(), end - 1)).stream().findFirst().orElse("");
  }

  /** Those whose braces are open where the function stands. */
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
      Matcher one = TEMPLATE_PARAMETER.matcher(part);
      if (one.matches()) {
        boolean type = one.group(1).equals("typename") || one.group(1).equals("class");
        String value = one.group(3) == null ? type ? "float" : "" : one.group(3).strip();
        templates.add(new Tunable(one.group(2), value.isEmpty() ? List.of() : List.of(value)));
      }
    }
    return List.copyOf(templates);
  }

  private static boolean isMentioned(String name, String body) {
    return Pattern.compile("\\b" + name + "\\b").matcher(body).find();
  }

  /** Whether elements are counted up, and none is assigned or handed on. */
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

  /** With macros that stand for a type, by their guarded defaults, in place of their names. */
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

  /** The element type of a declaration; empty where it is none that evo knows. */
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
