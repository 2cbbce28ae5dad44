package dev.evokernel.imports;

import module java.base;

import dev.evokernel.imports.SourceOutline.Template;
import dev.evokernel.imports.SourceOutline.Tunable;
import dev.evokernel.kernel.CText;

/**
 * Launch of a kernel in host code: {@code kernel<T, 128><<<grid, block, shared>>>}.
 *
 * @param templates arguments of the templates of all launches
 * @param grid expressions of the first launch, as far as they can be read
 */
record HostLaunch(
    List<List<String>> templates, List<String> grid, List<String> block, String shared) {

  private static final Pattern HALVES =
      Pattern.compile(
          "\\(\\s*(?<n>\\w+)\\s*\\+\\s*(?<r>\\d+)\\s*\\)\\s*/\\s*(?<d>\\d+)|\\(\\s*\\(?\\s*(\\w+)\\s*\\)?\\s*\\+\\s*\\(?\\s*(\\w+)\\s*-\\s*1\\s*\\)?\\s*\\)\\s*/\\s*\\(?(\\w+)\\)?"
              + "|\\b(?i:ceil_?div|div_?up|cdiv|div_round_up|divup|iDivUp|ceildiv)\\s*\\(\\s*([\\w* ]+),\\s*(\\w+)\\s*\\)");

  /**
   * Reads the launches of a function.
   *
   * @param known names that the function has too
   */
  static HostLaunch of(String text, String function, Set<String> known) {
    var templates = new ArrayList<List<String>>();
    var grid = List.<String>of();
    var block = List.<String>of();
    String shared = "";
    Matcher launch =
        Pattern.compile("\\b" + function + "\\s*(?:<([^<>;]*)>\\s*)?<<<(.*?)>>>", Pattern.DOTALL)
            .matcher(text);
    while (launch.find()) {
      if (launch.group(1) != null) {
        templates.add(CText.parts(launch.group(1)));
      }
      List<String> parts = CText.parts(launch.group(2));
      if (block.isEmpty() && parts.size() > 1) {
        String before = text.substring(0, launch.start());
        grid = dimensions(parts.get(0), before, known, 0);
        block = dimensions(parts.get(1), before, known, 0);
        shared = parts.size() > 2 ? value(parts.get(2), before, known, 0) : "";
      }
    }
    return new HostLaunch(templates, grid, block, shared.equals("0") ? "" : shared);
  }

  private static List<String> dimensions(
      String written, String before, Set<String> known, int depth) {
    String text = written.strip();
    Matcher made = Pattern.compile("(?s)dim3\\s*[({](.*)[)}]").matcher(text);
    if (made.matches()) {
      List<String> sizes = CText.parts(made.group(1));
      int used = sizes.size();
      while (used > 1 && sizes.get(used - 1).equals("1")) {
        used--;
      }
      return sizes.subList(0, used).stream().map(size -> value(size, before, known, 0)).toList();
    }
    if (text.matches("\\w+") && depth < 3) {
      Matcher declared =
          Pattern.compile(
                  "(?s)\\bdim3\\s+(?:\\w+\\s*\\([^;]*\\)\\s*,\\s*)?"
                      + text
                      + "\\s*(?:=\\s*)?(?:dim3\\s*)?[({]([^;]*)[)}]\\s*[;,]")
              .matcher(before);
      String found = "";
      while (declared.find()) {
        found = declared.group(1);
      }
      if (!found.isEmpty()) {
        return dimensions("dim3(" + found + ")", before, known, depth + 1);
      }
    }
    return List.of(value(text, before, known, 0));
  }

  /** Follows a variable of the host to what it was made from. */
  static String value(String written, String before, Set<String> known, int depth) {
    String text =
        written.replaceAll("\\(\\s*(int|unsigned|unsigned int|size_t|uint32_t)\\s*\\)", "").strip();
    if (text.matches("[A-Za-z_]\\w*") && !known.contains(text) && depth < 3) {
      Matcher made =
          Pattern.compile(
                  "\\b(?:int|unsigned|uint|size_t|long|auto|uint32_t|int64_t)\\s+"
                      + text
                      + "\\s*=\\s*([^;]+?)\\s*;")
              .matcher(before);
      String last = "";
      while (made.find()) {
        last = made.group(1).strip();
      }
      if (!last.isEmpty()) {
        return value(last, before, known, depth + 1);
      }
    }
    return HALVES
        .matcher(text)
        .replaceAll(
            halves ->
                halves.group("n") != null
                    ? "ceil_div(${n}, ${d})"
                    : halves.group(4) != null
                        ? "ceil_div($4, $6)"
                        : "ceil_div(" + halves.group(7).strip() + ", $8)");
  }

  /**
   * Arguments of the kernel's template by name: a parameter in braces, or a value that stays as the
   * host has it.
   *
   * @param parameters those that decide the speed are added
   */
  SequencedMap<String, String> arguments(
      List<Template> declared,
      Language language,
      String text,
      SequencedMap<String, Guess> parameters) {
    var arguments = new LinkedHashMap<String, String>();
    for (int i = 0; i < declared.size(); i++) {
      Template template = declared.get(i);
      arguments.put(template.name(), argument(template, i, language, text, parameters));
    }
    return arguments;
  }

  private String argument(
      Template template,
      int position,
      Language language,
      String text,
      SequencedMap<String, Guess> parameters) {
    List<String> launched =
        templates.stream()
            .filter(values -> values.size() > position)
            .map(values -> values.get(position))
            .map(value -> value(value, text, Set.of(), 0))
            .filter(
                value ->
                    value.matches("\\d+|true|false")
                        || (template.isType() && value.matches("[\\w:]+")))
            .filter(value -> !value.equals(template.name()))
            .distinct()
            .toList();
    String first =
        !template.value().isEmpty()
            ? template.value()
            : !launched.isEmpty()
                    && (!template.isType()
                        || !launched.getFirst().matches("[A-Z]\\w?|scalar_t|\\w*Type"))
                ? launched.getFirst()
                : "";
    if (template.isType()) {
      return first.isEmpty() ? "float" : first;
    } else if (template.type().contains("bool") || !isTunedTemplate(template)) {
      return first.isEmpty() ? template.type().contains("bool") ? "false" : "1" : first;
    } else {
      var values = new LinkedHashSet<String>();
      if (first.matches("\\d+")) {
        values.add(first);
      }
      values.addAll(launched);
      Guess.of(new Tunable(template.name(), List.copyOf(values)), language)
          .ifPresent(guess -> parameters.put(template.name(), guess));
      return "{" + template.name() + "}";
    }
  }

  private static boolean isTunedTemplate(Template template) {
    return Guess.isTuned(template.name()) || template.name().matches("[A-Z]{2}|W[MN](SUB)?ITER");
  }
}
