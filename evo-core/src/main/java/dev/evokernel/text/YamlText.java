package dev.evokernel.text;

import module java.base;

import dev.evokernel.expr.Value;
import tools.jackson.databind.json.JsonMapper;

/** Writer of YAML. Texts are quoted as in JSON, which is valid YAML. */
public final class YamlText {

  /** Text without quotes: a word, a number, or YAML that is written already. */
  public record Word(String text) {}

  private static final Pattern INTEGER = Pattern.compile("-?\\d+");
  private static final Pattern PLAIN_KEY = Pattern.compile("\\w[\\w.-]*");

  private YamlText() {}

  /** Writes a value on one line, mappings and lists in braces and brackets. */
  public static String of(Object value) {
    return switch (value) {
      case Word(String text) -> text;
      case Map<?, ?> mapping ->
          mapping.entrySet().stream()
              .map(entry -> key(entry.getKey()) + ": " + of(entry.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case Collection<?> list ->
          list.stream().map(YamlText::of).collect(Collectors.joining(", ", "[", "]"));
      case Value.TextValue(String text) -> quoted(text);
      // Without an exponent, which some readers of YAML 1.2 take for text.
      case Double number -> BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
      case Number _, Boolean _, Value _ -> value.toString();
      default -> quoted(value.toString());
    };
  }

  /** Writes an expression; an integer stays without quotes. */
  public static String ofExpression(String expression) {
    return INTEGER.matcher(expression).matches() ? expression : quoted(expression);
  }

  /** Writes a mapping, one key on each line. A list of mappings has a line for each mapping. */
  public static String lines(Map<String, ?> mapping) {
    var text = new StringBuilder();
    lines(text, "", mapping);
    return text.toString();
  }

  private static void lines(StringBuilder text, String indent, Map<?, ?> mapping) {
    mapping.forEach(
        (key, value) -> {
          text.append(indent).append(key).append(':');
          if (value instanceof Collection<?> list && isOfMappings(list)) {
            text.append('\n');
            list.forEach(one -> text.append(indent).append("  - ").append(of(one)).append('\n'));
          } else if (value instanceof Map<?, ?> inner
              && inner.values().stream().anyMatch(YamlText::isOfMappings)) {
            text.append('\n');
            lines(text, indent + "  ", inner);
          } else {
            text.append(' ').append(of(value)).append('\n');
          }
        });
  }

  private static boolean isOfMappings(Object value) {
    return value instanceof Collection<?> list && list.stream().anyMatch(Map.class::isInstance);
  }

  /** Replaces line breaks and other control characters, which end a comment. */
  public static String inComment(String text) {
    return text.replaceAll("[\\p{Cntrl}\u0085\u2028\u2029]", "?");
  }

  private static String key(Object key) {
    String text = key.toString();
    return PLAIN_KEY.matcher(text).matches() ? text : quoted(text);
  }

  private static String quoted(String text) {
    return JsonMapper.shared().writeValueAsString(text);
  }
}
