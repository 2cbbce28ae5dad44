package dev.evokernel.kernel.yaml;

import java.util.regex.Pattern;

/** Makes foreign text safe to print and to paste into a shell. */
public final class Printable {

  private static final Pattern ESCAPE =
      Pattern.compile("\u001b(\\[[0-9;?]*[ -/]*[@-~]|\\][^\u0007\u001b]*(\u0007|\u001b\\\\)?|.)");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\n\t]]");
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

  /** Joins printable text to one line. */
  public static String line(String raw) {
    return text(raw).strip().replaceAll("\\s+", " ");
  }

  /** Quotes a word of a command line if a shell needs it. */
  public static String word(Object raw) {
    String word = raw.toString();
    return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
