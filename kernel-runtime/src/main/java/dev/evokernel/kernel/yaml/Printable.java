package dev.evokernel.kernel.yaml;

import module java.base;

/** Makes foreign text safe to print and to paste into a shell. */
public final class Printable {

  private static final Pattern ESCAPE =
      Pattern.compile(
          "(\u001b\\[|\u009b)[0-9;?]*[ -/]*[@-~]|\u001b\\][^\u0007\u001b\n]*(\u0007|\u001b\\\\)?|\u001b.");

  /** Control characters, other line ends, and marks that turn the direction of text. */
  private static final Pattern CONTROL =
      Pattern.compile("[\\p{Cc}\\u2028-\\u202e\\u2066-\\u2069&&[^\n\t]]");

  private static final Pattern BREAK = Pattern.compile("(?<![ \t])[ \t]*+\n\\s*|\t");
  private static final Pattern PLAIN_WORD = Pattern.compile("[\\p{L}\\p{N}_@%+=:,./-]+");

  private Printable() {}

  /** Removes control characters and terminal commands except line breaks and tabs. */
  public static String text(String raw) {
    if (!CONTROL.matcher(raw).find()) {
      return raw;
    }
    String lines = raw.replace("\r\n", "\n").replace('\r', '\n');
    return CONTROL.matcher(ESCAPE.matcher(lines).replaceAll("")).replaceAll("");
  }

  /** Replaces the line breaks and tabs of printable text by spaces; other spaces stay. */
  public static String inline(String raw) {
    return BREAK.matcher(text(raw)).replaceAll(" ");
  }

  /** Joins printable text to one line without adjacent spaces. */
  public static String line(String raw) {
    return text(raw).strip().replaceAll("\\s+", " ");
  }

  /**
   * Rounds a number to seven digits, or to as many as tell it from another number: {@code
   * 0.0005848398}, {@code 1e-5}.
   */
  public static String number(double value, double other) {
    if (!Double.isFinite(value)) {
      return Double.toString(value);
    }
    BigDecimal exact = new BigDecimal(Double.toString(value));
    BigDecimal rounded = exact.round(new MathContext(7));
    boolean apart =
        value == other
            || !Double.isFinite(other)
            || rounded.compareTo(new BigDecimal(Double.toString(other)).round(new MathContext(7)))
                != 0;
    BigDecimal shown = (apart ? rounded : exact).stripTrailingZeros();
    int exponent = shown.precision() - shown.scale() - 1;
    return value == 0 || (exponent >= -4 && exponent < 9)
        ? shown.toPlainString()
        : shown.movePointLeft(exponent).toPlainString() + "e" + exponent;
  }

  /** Quotes a word of a command line if a shell needs it. */
  public static String word(Object raw) {
    String word = raw.toString();
    return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
