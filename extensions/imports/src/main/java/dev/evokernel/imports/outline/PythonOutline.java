package dev.evokernel.imports.outline;

import module java.base;

import dev.evokernel.imports.outline.SourceOutline.Function;
import dev.evokernel.imports.outline.SourceOutline.Kind;
import dev.evokernel.imports.outline.SourceOutline.Parameter;
import dev.evokernel.imports.outline.SourceOutline.Tunable;
import dev.evokernel.kernel.source.CText;
import dev.evokernel.t1.PythonExpression.Call;
import dev.evokernel.t1.PythonExpression.Lambda;

/** Reads {@code @triton.jit} functions and their {@code triton.Config}s from a Python file. */
final class PythonOutline {

  private static final Pattern DEFINED =
      Pattern.compile("def\\s+(\\w+)\\s*\\((.*)\\)\\s*(?:->.*)?:", Pattern.DOTALL);
  private static final List<String> OPTIONS =
      List.of("num_stages", "num_warps", "num_ctas", "maxnreg");

  private static final Map<String, String> USUAL = Map.of("num_warps", "4", "num_stages", "3");

  private static final Pattern REAL =
      Pattern.compile(
          "(?i)(\\w+_)?(scale|eps|epsilon|alpha|beta|gamma|slope|softcap|temperature|lr|decay|factor"
              + "|momentum|prob|dropout_p|p|theta|limit|weight|offset|smoothing)(_\\w+)?");

  /** Value of a constant that is a power of two as large as a row. */
  static final String OF_A_ROW = "of a row";

  /** Value of a constant that is a power of two. */
  static final String OF_A_TILE = "of a tile";

  private final PythonText text;
  private final String source;

  private PythonOutline(String source) {
    this.source = source;
    this.text = new PythonText(source);
  }

  static SourceOutline of(String source) {
    return new PythonOutline(source).outline();
  }

  private SourceOutline outline() {
    var functions = new ArrayList<Function>();
    var decorators = new ArrayList<Object>();
    List<PythonText.Statement> statements = text.statements();
    for (int i = 0; i < statements.size(); i++) {
      String line = statements.get(i).text();
      if (line.startsWith("@")) {
        decorators.add(
            line.matches("@[\\w.]+")
                ? new Call(line.substring(1), List.of(), Map.of())
                : text.value(line.substring(1)));
        continue;
      }
      Matcher defined = DEFINED.matcher(line);
      List<Call> calls =
          decorators.stream().filter(Call.class::isInstance).map(Call.class::cast).toList();
      if (defined.matches() && calls.stream().anyMatch(call -> call.simpleName().equals("jit"))) {
        String body =
            statements.subList(i + 1, text.behind(i)).stream()
                .map(PythonText.Statement::text)
                .collect(Collectors.joining("\n"));
        functions.add(function(defined.group(1), defined.group(2), body, calls));
      }
      decorators.clear();
    }
    return new SourceOutline(functions);
  }

  private static boolean isConstant(String parameter) {
    return parameter.matches("(?s)\\w+\\s*:.*\\bconstexpr\\b.*");
  }

  private static String name(String parameter) {
    return parameter.replaceFirst("(?s)\\W.*", "");
  }

  private Function function(String name, String list, String body, List<Call> decorators) {
    List<String> parts =
        CText.parts(list).stream().filter(part -> part.matches("(?s)\\w.*")).toList();
    var values = new LinkedHashMap<String, SequencedSet<String>>();
    List<Call> configs = configs(decorators);
    for (Call config : configs) {
      if (config.argument(0, "kwargs") instanceof Map<?, ?> kwargs) {
        kwargs.forEach((key, value) -> add(values, String.valueOf(key), value));
      }
      for (String option : OPTIONS) {
        add(values, option, config.named().getOrDefault(option, USUAL.getOrDefault(option, "")));
      }
    }
    USUAL.forEach(
        (option, value) ->
            values.computeIfAbsent(option, _ -> new LinkedHashSet<>(List.of(value))));
    Map<String, Object> heuristics = heuristics(decorators);
    var tunables = new LinkedHashMap<String, Tunable>();
    var macros = new LinkedHashMap<String, String>();
    Map<String, Parameter> read =
        new TritonStrides(parts.stream().map(part -> parameter(name(part), part, body)).toList())
            .parameters().stream()
                .collect(
                    Collectors.toMap(
                        Parameter::name, each -> each, (a, _) -> a, LinkedHashMap::new));
    for (String constant : parts.stream().filter(PythonOutline::isConstant).toList()) {
      String constantName = name(constant);
      String own =
          constant.contains("=") ? shown(text.value(constant.replaceFirst("(?s).*=", ""))) : "";
      boolean isGuessed =
          configs.isEmpty() && Guess.isTuned(constantName) && !isRounded(constantName);
      if (values.containsKey(constantName)) {
        tunables.put(constantName, tunable(constantName, values.get(constantName), own));
      } else if (heuristics.containsKey(constantName)) {
        String decided = decided(heuristics.get(constantName), body);
        if (!decided.isEmpty()) {
          macros.put(constantName, decided);
        }
      } else if (isGuessed) {
        tunables.put(constantName, tunable(constantName, new LinkedHashSet<>(), own));
      } else if (REAL.matcher(constantName).matches()) {
        // A macro of the shape is no real number, and a parameter may have one value.
        tunables.put(
            constantName, new Tunable(constantName, List.of(own.isEmpty() ? "0.00001" : own)));
      } else {
        Parameter stride = Objects.requireNonNull(read.get(constantName));
        String value = isOfOneEach(stride, read, body) ? "1" : stride.value();
        macros.put(
            constantName,
            !own.isEmpty() ? own : !value.isEmpty() ? value : unknown(constantName, body));
      }
    }
    OPTIONS.stream()
        .filter(values::containsKey)
        .forEach(
            option ->
                tunables.put(
                    option, tunable(option, Objects.requireNonNull(values.get(option)), "")));
    List<Parameter> parameters =
        parts.stream()
            .filter(part -> !isConstant(part))
            .map(part -> read.get(name(part)))
            .map(buffer -> isOneEach(buffer, body) ? known(buffer, List.of("rows"), "") : buffer)
            .map(stride -> isOfOneEach(stride, read, body) ? known(stride, List.of(), "1") : stride)
            .toList();
    return new Function(
        name, parameters, List.of(), List.copyOf(tunables.values()), macros, "", false, "", body);
  }

  /** Whether a program stores one element, without a mask. */
  private static boolean isOneEach(Parameter buffer, String body) {
    String aliases = String.join("|", aliases(buffer.name(), body));
    return buffer.kind().isWritten()
        && finds("\\btl\\.(sum|max|min)\\s*\\(", body)
        && finds("\\bstore\\s*\\(\\s*(" + aliases + ")\\s*,[^,()]*\\)", body);
  }

  private static boolean isOfOneEach(Parameter stride, Map<String, Parameter> all, String body) {
    String buffer = stride.name().replaceFirst("_row_stride$", "");
    return !buffer.equals(stride.name())
        && Stream.of(buffer, buffer + "_ptr", buffer + "_ptrs")
            .map(all::get)
            .anyMatch(found -> found != null && isOneEach(found, body));
  }

  private static Parameter known(Parameter given, List<String> dimensions, String value) {
    return new Parameter(
        given.name(), given.kind(), given.type(), given.written(), dimensions, value);
  }

  private static List<Call> configs(List<Call> decorators) {
    return decorators.stream()
        .filter(call -> call.simpleName().matches("(?i).*(autotune|tuner)\\w*"))
        .map(call -> call.argument(0, "configs"))
        .filter(List.class::isInstance)
        .flatMap(list -> ((List<?>) list).stream())
        .filter(Call.class::isInstance)
        .map(Call.class::cast)
        .filter(call -> call.simpleName().equals("Config"))
        .toList();
  }

  private static Map<String, Object> heuristics(List<Call> decorators) {
    var found = new LinkedHashMap<String, Object>();
    decorators.stream()
        .filter(call -> call.simpleName().equals("heuristics"))
        .map(call -> call.argument(0, "values"))
        .filter(Map.class::isInstance)
        .forEach(
            map ->
                ((Map<?, ?>) map).forEach((key, value) -> found.put(String.valueOf(key), value)));
    return found;
  }

  private static void add(Map<String, SequencedSet<String>> values, String name, Object value) {
    String shown = shown(value);
    if (!shown.isEmpty()) {
      values.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(shown);
    }
  }

  private static String shown(Object value) {
    return value instanceof Long || value instanceof Double || value instanceof Boolean
        ? value.toString()
        : value instanceof String text && text.matches("\\w[\\w.]*") ? text : "";
  }

  /** The function's own default comes first if a Config has it, otherwise the first Config's. */
  private static Tunable tunable(String name, SequencedSet<String> values, String own) {
    var ordered = new LinkedHashSet<String>();
    if (!own.isEmpty() && (values.isEmpty() || values.contains(own))) {
      ordered.add(own);
    }
    ordered.addAll(values);
    return new Tunable(name, List.copyOf(ordered));
  }

  /** Whether the host makes a constant from a size of the problem. */
  private boolean isRounded(String constant) {
    return Pattern.compile(
            "\\b" + constant + "\\b[^=\\n]*=[^=\\n]*(next_power_of_2|calculate_settings)")
        .matcher(source)
        .find();
  }

  /** Use of a constant: a size, or a question that is answered with no. */
  private String unknown(String constant, String body) {
    boolean isSize =
        finds(
            "[<*/%+-]\\s*"
                + constant
                + "\\b|\\b"
                + constant
                + "\\s*[*/%+-]|\\b(zeros|full|cdiv|a?range|make_block_ptr)\\s*\\([^\\n]*\\b"
                + constant
                + "\\b",
            body);
    return isRounded(constant)
        ? OF_A_ROW
        : finds("\\barange\\s*\\(\\s*0\\s*,\\s*" + constant + "\\b", body)
            ? OF_A_TILE
            : isSize ? "" : "0";
  }

  /** Value of a heuristic: an optional pointer is absent, an optional scalar is there. */
  private static String decided(Object heuristic, String body) {
    Matcher optional =
        Pattern.compile("args \\[ ['\"](\\w+)['\"] ] is (not )?None")
            .matcher(heuristic instanceof Lambda(String text) ? text : "");
    if (!optional.matches()) {
      return heuristic instanceof Lambda(String text) && text.contains("None") ? "false" : "";
    }
    boolean isThere = kind(optional.group(1), body) == Kind.SCALAR;
    return Boolean.toString(isThere == (optional.group(2) != null));
  }

  private Parameter parameter(String name, String written, String body) {
    Kind kind = kind(name, body);
    String declared = written.replaceFirst("(?s)\\w+\\s*:?\\s*", "");
    boolean real =
        REAL.matcher(name).matches()
            || declared.matches("(?s).*(float|=\\s*[\\d-]*\\.\\d|\\de-).*");
    String type =
        kind == Kind.SCALAR
            ? real ? "f32" : declared.contains("int64") ? "i64" : "i32"
            : isIndex(name, body) ? "i32" : "";
    return new Parameter(name, kind, type, written);
  }

  /** Whether the loaded value is converted to an integer. */
  private static boolean isIndex(String name, String body) {
    return name.matches("(?i).*(seqlens|indices|idx|offsets|labels|ids|table).*")
        || Pattern.compile("load\\s*\\(\\s*" + name + "\\b[^\\n]*\\.to\\s*\\(\\s*tl\\.int")
            .matcher(body)
            .find();
  }

  /** Pointers that are stored through are outputs; loaded ones and those named ptr are inputs. */
  private static Kind kind(String name, String body) {
    SequencedSet<String> aliases = aliases(name, body);
    String pointer = "\\s*\\(\\s*(" + String.join("|", aliases) + ")\\b";
    boolean stored = finds("\\b(store|atomic_\\w+)" + pointer, body);
    boolean added = finds("\\batomic_add" + pointer, body);
    boolean loaded = finds("\\bload" + pointer, body);
    boolean used =
        finds("\\b" + name + "\\s*\\+=[^\\n]*(\\[None|\\[:|stride|program_id)", body)
            || finds("\\b(" + String.join("|", aliases) + ")\\.(dtype|type)\\.element_ty", body)
            || finds(
                "\\bmake_(block_ptr|tensor_descriptor)\\s*\\(\\s*(base\\s*=\\s*)?" + name + "\\b",
                body);
    return stored
        ? loaded || added ? Kind.INOUT : Kind.OUTPUT
        : loaded || used || name.matches("(?i).*ptrs?|ptr_.*|[a-z]_?base")
            ? Kind.INPUT
            : Kind.SCALAR;
  }

  private static boolean finds(String pattern, String body) {
    return Pattern.compile(pattern).matcher(body).find();
  }

  /** Pointers that are computed from a parameter, with the parameter. */
  private static SequencedSet<String> aliases(String name, String body) {
    var same = new LinkedHashSet<String>(List.of(name));
    Pattern made =
        Pattern.compile(
            "(?m)^\\s*(\\w+)\\s*=\\s*(?:tl\\.\\w*(?:make_block_ptr|make_tensor_descriptor|advance)\\s*\\(\\s*(?:base\\s*=\\s*)?)?\\(*\\s*(\\w+)\\s*[+,)]");
    Matcher alias = made.matcher(body);
    while (alias.find()) {
      if (same.contains(alias.group(2))) {
        same.add(alias.group(1));
      }
    }
    return same;
  }
}
