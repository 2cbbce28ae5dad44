package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.value.Spelling;
import dev.evokernel.expr.value.Type;
import dev.evokernel.kernel.source.Placeholders;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/** Check of the {@linkplain Placeholders parameters in braces} of a section. */
final class PlaceholderCheck {

  private PlaceholderCheck() {}

  /** Checks that parameters in braces exist and that the reference has none. */
  static void check(YamlDocument document, KernelSection section, List<Parameter> parameters) {
    check(document, texts(section::find), parameters);
    section
        .find("micro")
        .map(YamlNode::mapping)
        .ifPresent(node -> check(document, texts(node::find), parameters));
    section
        .find("reference")
        .map(YamlNode::mapping)
        .ifPresent(node -> check(document, texts(node::find), List.of()));
  }

  private static Stream<YamlNode> texts(Function<String, Optional<YamlNode>> node) {
    return Stream.of(
            node.apply("entry").stream(),
            elements(node.apply("launches")).map(launch -> launch.mapping().value("entry")),
            elements(node.apply("flags")))
        .flatMap(texts -> texts);
  }

  private static Stream<YamlNode> elements(Optional<YamlNode> list) {
    return list.stream().flatMap(node -> node.elements().stream());
  }

  private static void check(
      YamlDocument document, Stream<YamlNode> texts, List<Parameter> parameters) {
    var known = new LinkedHashMap<String, Parameter>();
    parameters.forEach(parameter -> known.put(parameter.name(), parameter));
    texts.forEach(
        node -> {
          Matcher braces = Placeholders.BRACES.matcher(node.text());
          while (braces.find()) {
            Parameter parameter = known.get(braces.group(1));
            if (parameter == null) {
              document.problem(
                  node.scalar().part(braces.start(1), braces.group(1).length()),
                  "unknown parameter '" + braces.group(1) + "'",
                  known.isEmpty()
                      ? "A reference has no parameters."
                      : Spelling.advice(braces.group(1), known.keySet()));
            } else if (braces.group(2) != null && parameter.type() != Type.BOOLEAN) {
              document.problem(
                  node.scalar().part(braces.start(1), braces.group(1).length()),
                  "'%s' must be boolean to choose a text, was %s"
                      .formatted(parameter.name(), parameter.type().label()),
                  "Write {%s} for its value, or use a parameter with the values true and false."
                      .formatted(parameter.name()));
            }
          }
          if (braces.replaceAll("").matches("(?s).*[{}].*")) {
            document.problem(
                node,
                "invalid braces in '" + node.text() + "'",
                "Write {NAME} for a parameter's value, or {NAME ? text} for a text it switches"
                    + " on.");
          }
        });
  }
}
