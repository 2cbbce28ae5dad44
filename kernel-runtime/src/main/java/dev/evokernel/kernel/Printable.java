package dev.evokernel.kernel;

import java.util.regex.Pattern;

/** Text of other programs, files and users, made safe to show and to copy into a shell. */
public final class Printable {

  private static final Pattern ESCAPE =
      Pattern.compile("\u001b(\\[[0-9;?]*[ -/]*[@-~]|\\][^\u0007\u001b]*(\u0007|\u001b\\\\)?|.)");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\n\t]]");
  private static final Pattern PLAIN_WORD = Pattern.compile("[\\p{L}\\p{N}_@%+=:,./-]+");

  private Printable() {}

  /** Colours and other terminal commands taken out, lines and tabs kept. */
  public static String text(String raw) {
    if (!CONTROL.matcher(raw).find()) {
      return raw;
    }
    String lines = raw.replace("\r\n", "\n").replace('\r', '\n');
    return CONTROL.matcher(ESCAPE.matcher(lines).replaceAll("")).replaceAll("");
  }

  /** On one line. */
  public static String line(String raw) {
    return text(raw).strip().replaceAll("\\s+", " ");
  }

  /** One word of a command, in single quotes where a shell would read more or less than that. */
  public static String word(Object raw) {
    String word = raw.toString();
    return PLAIN_WORD.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
