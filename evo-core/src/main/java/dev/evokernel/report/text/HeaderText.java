package dev.evokernel.report.text;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.store.run.Subject;
import java.util.Locale;

/** Parts of the generated C headers. */
public final class HeaderText {

  private HeaderText() {}

  /** A name in a form that fits into the name of a macro. */
  public static String word(String name) {
    return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }

  /** A text on one line, without the end of a comment. */
  public static String inComment(String text) {
    return Printable.line(text).replace("*/", "* /");
  }

  /** Appends a line of a comment. */
  public static void comment(StringBuilder text, String line) {
    text.append(" * ").append(inComment(line)).append('\n');
  }

  /** Appends the macros of a configuration. */
  public static void defines(StringBuilder text, Subject subject, Configuration configuration) {
    if (configuration.isByShape()) {
      return; // The lines by shape have all macros.
    }
    subject
        .macros()
        .defines(configuration, "EVO_" + word(subject.kernel()) + "_")
        .forEach((name, value) -> text.append("#define %s %s\n".formatted(name, value)));
  }
}
