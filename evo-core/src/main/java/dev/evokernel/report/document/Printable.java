package dev.evokernel.report.document;

import java.util.regex.Pattern;

/**
 * Text that tools wrote, made safe to show: colours and other terminal commands taken out, lines
 * and tabs kept.
 */
public final class Printable {

  private static final Pattern ESCAPE =
      Pattern.compile("\u001b(\\[[0-9;?]*[ -/]*[@-~]|\\][^\u0007\u001b]*(\u0007|\u001b\\\\)?|.)");
  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\n\t]]");

  private Printable() {}

  public static String text(String raw) {
    String lines = raw.replace("\r\n", "\n").replace('\r', '\n');
    return CONTROL.matcher(ESCAPE.matcher(lines).replaceAll("")).replaceAll("");
  }

  /** On one line. */
  public static String line(String raw) {
    return text(raw).strip().replaceAll("\\s+", " ");
  }
}
