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
import java.util.SequencedSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the {@code @triton.jit} functions of a Python file, and the space that it tunes them in.
 */
final class PythonOutline {

  private static final Pattern FUNCTION =
      Pattern.compile("(?ms)^@(?:triton\\.)?jit\\b(?:\\([^)]*\\))?\\s*\\R+def\\s+(\\w+)\\s*\\(");
  private static final Pattern CONFIG =
      Pattern.compile("\\bConfig\\s*\\(\\s*(?:kwargs\\s*=\\s*)?\\{([^}]*)}([^)]*)\\)");
  private static final Pattern ENTRY = Pattern.compile("['\"](\\w+)['\"]\\s*:\\s*([\\w.'\"-]+)");
  private static final Pattern OPTION =
      Pattern.compile("\\b(num_warps|num_stages|num_ctas|maxnreg)\\s*=\\s*(\\d+)");

  /** What triton.Config starts from. */
  private static final Map<String, String> USUAL = Map.of("num_warps", "4", "num_stages", "3");

  private final String text;
  private final Map<String, SequencedSet<String>> values = new LinkedHashMap<>();

  private PythonOutline(String source) {
    // Comments go; a '#' within a text would end it early, which costs no more than the text.
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
          outline.constants(list).forEach(one -> tunables.put(one.name(), one));
        }
      }
    }
    USUAL.keySet().stream()
        .sorted()
        .forEach(name -> tunables.put(name, new Tunable(name, List.copyOf(outline.values(name)))));
    Stream.of("num_ctas", "maxnreg")
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

  /** What a configuration has that does not say it. */
  private void usual(String name, String value, String said) {
    if (!said.contains(name)) {
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
            one ->
                new Tunable(
                    name(one), List.copyOf(values.getOrDefault(name(one), new LinkedHashSet<>()))))
        .toList();
  }

  /** What is stored through is an output, what is loaded through or named so is an input. */
  private Function function(String name, String list, int body) {
    int next = text.indexOf("\ndef ", body);
    String code = text.substring(body, next < 0 ? text.length() : next);
    var parameters = new ArrayList<Parameter>();
    for (String one : CText.parts(list)) {
      if (!isConstant(one) && name(one).equals(one.replaceFirst("(?s)\\s*[:=].*", ""))) {
        parameters.add(parameter(name(one), one, code));
      }
    }
    return new Function(name, parameters, List.of(), "");
  }

  private static Parameter parameter(String name, String written, String code) {
    SequencedSet<String> same = aliases(name, code);
    boolean stored =
        same.stream()
            .anyMatch(it -> code.matches("(?s).*\\b(store|atomic_\\w+)\\s*\\(\\s*" + it + "\\b.*"));
    boolean loaded =
        same.stream().anyMatch(it -> code.matches("(?s).*\\bload\\s*\\(\\s*" + it + "\\b.*"));
    Kind kind =
        stored ? Kind.OUTPUT : loaded || name.matches("(?i).*ptr.*") ? Kind.INPUT : Kind.SCALAR;
    return new Parameter(name, kind, kind == Kind.SCALAR ? "i32" : "", written);
  }

  /** The names of pointers that are made of it, one line after the other. */
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
