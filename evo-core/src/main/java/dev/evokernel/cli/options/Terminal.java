package dev.evokernel.cli.options;

import dev.evokernel.report.document.TextStyle;
import java.io.Console;
import picocli.CommandLine.Help.Ansi;

/** Properties of the terminal that a command writes to. */
public final class Terminal {

  private static final int USUAL_WIDTH = 80;

  private Terminal() {}

  /** Whether standard input and output are a terminal. */
  @SuppressWarnings("SystemConsoleNull") // Null without a terminal since Java 25.
  public static boolean isThere() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Style of text: plain and of unlimited width without a terminal; honours NO_COLOR. */
  public static TextStyle style(boolean isVerbose) {
    return isThere()
        ? new TextStyle(width(), Ansi.AUTO.enabled(), isVerbose)
        : new TextStyle(Integer.MAX_VALUE, false, isVerbose);
  }

  /** Current number of columns: of the terminal, otherwise from COLUMNS, otherwise 80. */
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
