package dev.evokernel.cli;

import module java.base;

import dev.evokernel.report.TextRenderer;
import picocli.CommandLine.Help.Ansi;

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
  public static TextRenderer style(boolean isVerbose) {
    return isThere()
        ? new TextRenderer(width(), Ansi.AUTO.enabled(), isVerbose)
        : new TextRenderer(Integer.MAX_VALUE, false, isVerbose);
  }

  /** Current number of columns: of the terminal, otherwise from COLUMNS, otherwise 80. */
  public static int width() {
    int columns = columns();
    if (columns > 0) {
      return columns;
    }
    try {
      return Math.max(1, Integer.parseInt(System.getenv().getOrDefault("COLUMNS", "")));
    } catch (NumberFormatException e) {
      return USUAL_WIDTH;
    }
  }

  private static final long GET_SIZE = 0x5413;

  private static final int STANDARD_ERROR = 2;

  /** Size of {@code struct winsize}: rows, columns, and sizes in pixels, two bytes each. */
  private static final int BYTES = 8;

  private static final int COLUMNS = 1;
  private static final MethodHandle IOCTL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("ioctl"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_LONG,
                  ValueLayout.ADDRESS),
              Linker.Option.firstVariadicArg(2));

  /** Columns of the terminal at standard error, by {@code ioctl}; 0 without a terminal. */
  private static int columns() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(BYTES);
      int failed = (int) IOCTL.invokeExact(STANDARD_ERROR, GET_SIZE, size);
      return failed == 0
          ? Short.toUnsignedInt(size.getAtIndex(ValueLayout.JAVA_SHORT, COLUMNS))
          : 0;
    } catch (Throwable e) {
      throw new IllegalStateException("Cannot call ioctl.", e);
    }
  }

  /**
   * Opens a file or an address with a program of the desktop.
   *
   * @return false without a desktop
   */
  public static boolean opens(String what) {
    try {
      new ProcessBuilder("xdg-open", what)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
