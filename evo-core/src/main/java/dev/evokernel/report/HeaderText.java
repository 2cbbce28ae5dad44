package dev.evokernel.report;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Printable;
import java.util.Locale;

/** What the headers that a run leaves for C are made of. */
public final class HeaderText {

  private HeaderText() {}

  /** A name as a part of a macro's. */
  public static String word(String name) {
    return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  /** A text that ends no comment, on one line. */
  public static String inComment(String text) {
    return Printable.line(text).replace("*/", "* /");
  }

  /** A line of a comment. */
  public static void comment(StringBuilder text, String line) {
    text.append(" * ").append(inComment(line)).append('\n');
  }

  /** A line for each macro. */
  static void defines(StringBuilder text, Configuration configuration) {
    configuration
        .withoutVariant()
        .values()
        .forEach(
            (name, value) ->
                text.append("#define ")
                    .append(name)
                    .append(' ')
                    .append(value.macro())
                    .append('\n'));
  }
}
