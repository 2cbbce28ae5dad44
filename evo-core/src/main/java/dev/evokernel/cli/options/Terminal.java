package dev.evokernel.cli.options;

import dev.evokernel.report.render.TextStyle;
import java.io.Console;
import picocli.CommandLine.Help.Ansi;

/** The terminal that a command writes to, where it writes to one. */
public final class Terminal {

  private static final int USUAL_WIDTH = 80;

  private Terminal() {}

  /** Whether standard input and output are one. */
  @SuppressWarnings("SystemConsoleNull") // From Java 25 on it is null again without a terminal.
  public static boolean isThere() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** How text suits it: plain and as wide as it is in a file or a pipe, and under NO_COLOR. */
  public static TextStyle style(boolean isVerbose) {
    return isThere()
        ? new TextStyle(width(), Ansi.AUTO.enabled(), isVerbose)
        : new TextStyle(Integer.MAX_VALUE, false, isVerbose);
  }

  /** Its columns at this moment: of the terminal itself, or else as COLUMNS says, or else 80. */
  public static int width() {
    int columns = TerminalSize.columns();
    if (columns > 0) {
      return columns;
    }
    try {
      return Math.max(1, Integer.parseInt(System.getenv().getOrDefault("COLUMNS", "")));
    } catch (NumberFormatException e) {
      return USUAL_WIDTH;
    }
  }
}
