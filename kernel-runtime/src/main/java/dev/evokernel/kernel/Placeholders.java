package dev.evokernel.kernel;

import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Type;
import dev.evokernel.expr.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parameters in braces in an entry or a flag: <code>{NAME}</code> stands for the value, and <code>
 * {NAME ? text : other}</code> for a text that a boolean chooses. The part after the colon is
 * optional.
 */
final class Placeholders {

  private static final Pattern BRACES =
      Pattern.compile("\\{\\s*([A-Za-z_]\\w*)\\s*(?:\\?([^:}]*)(?::([^}]*))?)?\\}");

  private Placeholders() {}

  static Set<String> names(Stream<String> texts) {
    return texts
        .flatMap(text -> BRACES.matcher(text).results())
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  /** Replaces the braces by values; names without a value keep their braces. */
  static String filled(String text, Configuration configuration) {
    return BRACES
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    configuration
                        .find(found.group(1))
                        .map(value -> filled(found, value))
                        .orElse(found.group())));
  }

  private static String filled(MatchResult found, Value value) {
    if (found.group(2) == null) {
      return value.macro();
    }
    boolean chosen = value instanceof Value.BooleanValue(boolean truth) && truth;
    String other = found.group(3) == null ? "" : found.group(3);
    return (chosen ? found.group(2) : other).strip();
  }

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
    return Stream.concat(
        node.apply("entry").stream(),
        node.apply("flags").stream().flatMap(flags -> flags.elements().stream()));
  }

  private static void check(
      YamlDocument document, Stream<YamlNode> texts, List<Parameter> parameters) {
    var known = new LinkedHashMap<String, Parameter>();
    parameters.forEach(parameter -> known.put(parameter.name(), parameter));
    texts.forEach(
        node -> {
          Matcher braces = BRACES.matcher(node.text());
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
