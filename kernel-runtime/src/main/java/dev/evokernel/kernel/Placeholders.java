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
 * Parameters in braces within an entry or a flag: <code>{NAME}</code> stands for the value, and
 * <code>{NAME ? one : other}</code> for a text that a truth value chooses, where the other one may
 * be absent.
 */
final class Placeholders {

  private static final Pattern BRACES =
      Pattern.compile("\\{\\s*([A-Za-z_]\\w*)\\s*(?:\\?([^:}]*)(?::([^}]*))?)?\\}");

  private Placeholders() {}

  /** The names in braces. */
  static Set<String> names(Stream<String> texts) {
    return texts
        .flatMap(text -> BRACES.matcher(text).results())
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  /** The text for one configuration; names that it does not have stay in their braces. */
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

  /** Checks a section: parameters in braces are there, and a reference has none. */
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

  /** The entry and the flags of a source. */
  private static Stream<YamlNode> texts(Function<String, Optional<YamlNode>> node) {
    return Stream.concat(
        node.apply("entry").stream(),
        node.apply("flags").stream().flatMap(flags -> flags.elements().stream()));
  }

  /** Reports braces that no parameter fills. */
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
                  "'" + braces.group(1) + "' is no parameter",
                  known.isEmpty()
                      ? "A reference sees no parameters."
                      : Spelling.advice(braces.group(1), known.keySet()));
            } else if (braces.group(2) != null && parameter.type() != Type.BOOLEAN) {
              document.problem(
                  node.scalar().part(braces.start(1), braces.group(1).length()),
                  "'%s' is %s and chooses no text"
                      .formatted(parameter.name(), parameter.type().label()),
                  "Only a parameter with the values true and false does; write {%s} for its value."
                      .formatted(parameter.name()));
            }
          }
          if (braces.replaceAll("").matches("(?s).*[{}].*")) {
            document.problem(
                node,
                "the braces of '" + node.text() + "' are not understood",
                "Write {NAME} for a parameter's value, or {NAME ? text} for what it switches on.");
          }
        });
  }
}
