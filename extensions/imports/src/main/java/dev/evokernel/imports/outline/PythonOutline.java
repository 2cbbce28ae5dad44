package dev.evokernel.imports.outline;

import module java.base;

import dev.evokernel.imports.outline.SourceOutline.Function;
import dev.evokernel.imports.outline.SourceOutline.Kind;
import dev.evokernel.imports.outline.SourceOutline.Parameter;
import dev.evokernel.imports.outline.SourceOutline.Tunable;

/** Reads {@code @triton.jit} functions and their {@code triton.Config}s from a Python file. */
final class PythonOutline {

  private static final Pattern FUNCTION =
      Pattern.compile("(?ms)^@(?:triton\\.)?jit\\b(?:\\([^)]*\\))?\\s*\\R+def\\s+(\\w+)\\s*\\(");
  private static final Pattern CONFIG =
      Pattern.compile("\\bConfig\\s*\\(\\s*(?:kwargs\\s*=\\s*)?\\{([^}]*)}([^)]*)\\)");
  private static final Pattern ENTRY = Pattern.compile("['\"](\\w+)['\"]\\s*:\\s*([\\w.'\"-]+)");
  private static final Pattern OPTION =
      Pattern.compile("\\b(num_warps|num_stages|num_ctas|maxnreg)\\s*=\\s*(\\d+)");

  /** Defaults of triton.Config. */
  private static final Map<String, String> USUAL = Map.of("num_warps", "4", "num_stages", "3");

  private final String text;
  private final Map<String, SequencedSet<String>> values = new LinkedHashMap<>();

  private PythonOutline(String source) {
    // A '#' in a string only cuts the string.
    this.text = source.replaceAll("(?m)#.*$", "");
    configs();
  }

  static SourceOutline of(String source) {
    var outline = new PythonOutline(source);
    var functions = new ArrayList<Function>();
    var tunables = new LinkedHashMap<String, Tunable>();
    Matcher found = FUNCTION.matcher(outline.text);
    while (found.find()) {
      int behind = CText.behind(outline.text, found.end() - 1, '(', ')');
      if (behind > 0) {
        String list = outline.text.substring(found.end(), behind - 1);
        functions.add(outline.function(found.group(1), list, behind));
        if (functions.size() == 1) {
          outline.constants(list).forEach(constant -> tunables.put(constant.name(), constant));
        }
      }
    }
    Stream.of("num_stages", "num_warps", "num_ctas", "maxnreg")
        .filter(outline.values::containsKey)
        .forEach(name -> tunables.put(name, new Tunable(name, List.copyOf(outline.values(name)))));
    return new SourceOutline(functions, List.copyOf(tunables.values()));
  }

  private void configs() {
    Matcher config = CONFIG.matcher(text);
    while (config.find()) {
      add(ENTRY.matcher(config.group(1)));
      add(OPTION.matcher(config.group(2)));
      USUAL.forEach((name, value) -> usual(name, value, config.group(2)));
    }
    USUAL.forEach((name, value) -> usual(name, value, values(name).isEmpty() ? "" : name));
  }

  /** Adds the default value of an option that the text does not set. */
  private void usual(String name, String value, String text) {
    if (!text.contains(name)) {
      values(name).add(value);
    }
  }

  private SequencedSet<String> values(String name) {
    return values.computeIfAbsent(name, _ -> new LinkedHashSet<>());
  }

  private void add(Matcher entry) {
    while (entry.find()) {
      String value = entry.group(2).replaceAll("['\"]", "");
      values(entry.group(1))
          .add(value.equals("True") ? "true" : value.equals("False") ? "false" : value);
    }
  }

  private static boolean isConstant(String parameter) {
    return parameter.matches("(?s)\\w+\\s*:.*\\bconstexpr\\b.*");
  }

  private static String name(String parameter) {
    return parameter.replaceFirst("(?s)\\W.*", "");
  }

  private List<Tunable> constants(String list) {
    return CText.parts(list).stream()
        .filter(PythonOutline::isConstant)
        .map(
            constant -> {
              String name = name(constant);
              return new Tunable(
                  name, List.copyOf(values.getOrDefault(name, new LinkedHashSet<>())));
            })
        .toList();
  }

  /** Pointers that are stored through are outputs; loaded ones and those named ptr are inputs. */
  private Function function(String name, String list, int body) {
    int next = text.indexOf("\ndef ", body);
    String code = text.substring(body, next < 0 ? text.length() : next);
    var parameters = new ArrayList<Parameter>();
    for (String written : CText.parts(list)) {
      String parameter = name(written);
      if (!isConstant(written) && parameter.equals(written.replaceFirst("(?s)\\s*[:=].*", ""))) {
        parameters.add(parameter(parameter, written, code));
      }
    }
    return new Function(name, parameters, List.of(), "");
  }

  private static Parameter parameter(String name, String written, String code) {
    String pointer = "\\s*\\(\\s*(" + String.join("|", aliases(name, code)) + ")\\b.*";
    boolean stored = code.matches("(?s).*\\b(store|atomic_\\w+)" + pointer);
    boolean loaded = code.matches("(?s).*\\bload" + pointer);
    Kind kind =
        stored ? Kind.OUTPUT : loaded || name.matches("(?i).*ptr.*") ? Kind.INPUT : Kind.SCALAR;
    return new Parameter(name, kind, kind == Kind.SCALAR ? "i32" : "", written);
  }

  /** Pointers that are computed from a parameter, with the parameter. */
  private static SequencedSet<String> aliases(String name, String code) {
    var same = new LinkedHashSet<String>(List.of(name));
    for (String line : code.lines().toList()) {
      Matcher made = Pattern.compile("^\\s*(\\w+)\\s*=\\s*(\\w+)\\s*\\+").matcher(line);
      if (made.find() && same.contains(made.group(2))) {
        same.add(made.group(1));
      }
    }
    return same;
  }
}
