package dev.evokernel.imports;

import module java.base;

import dev.evokernel.imports.SourceOutline.Template;
import dev.evokernel.imports.SourceOutline.Tunable;

/**
 * Arguments of a kernel's template.
 *
 * @param parameters those that decide the speed are added
 */
record TemplateArguments(
    Language language, String text, HostLaunch host, SequencedMap<String, Guess> parameters) {

  /** Arguments by name: a parameter in braces, or a value that stays as the host has it. */
  SequencedMap<String, String> of(List<Template> templates) {
    var arguments = new LinkedHashMap<String, String>();
    for (int i = 0; i < templates.size(); i++) {
      arguments.put(templates.get(i).name(), argument(templates.get(i), i));
    }
    return arguments;
  }

  private String argument(Template template, int position) {
    List<String> launched =
        host.templates().stream()
            .filter(values -> values.size() > position)
            .map(values -> values.get(position))
            .map(value -> HostLaunch.value(value, text, Set.of(), 0))
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
