package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Value;

/**
 * Parameters in braces in an entry or a flag: <code>{NAME}</code> stands for the value, and <code>
 * {NAME ? text : other}</code> for a text that a boolean chooses. The part after the colon is
 * optional.
 */
public final class Placeholders {

  public static final Pattern BRACES =
      Pattern.compile("\\{\\s*([A-Za-z_]\\w*)\\s*(?:\\?([^:}]*)(?::([^}]*))?)?\\}");

  private Placeholders() {}

  /** Names of the parameters in braces. */
  public static Set<String> names(Stream<String> texts) {
    return texts
        .flatMap(text -> BRACES.matcher(text).results())
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  /** Replaces the braces by values; names without a value keep their braces. */
  public static String filled(String text, Configuration configuration) {
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
}
