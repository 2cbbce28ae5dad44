package dev.evokernel.cli.terminal;

import module java.base;

/** Queries the terminal's current size with {@code ioctl}. */
final class TerminalSize {

  private static final long GET_SIZE = 0x5413;

  private static final int STANDARD_ERROR = 2;

  /** Size of {@code struct winsize}: rows, columns, and sizes in pixels, two bytes each. */
  private static final int BYTES = 8;

  private static final int COLUMNS = 1;
  private static final Optional<MethodHandle> IOCTL = ioctl();

  private TerminalSize() {}

  private static Optional<MethodHandle> ioctl() {
    if (!System.getProperty("os.name").equals("Linux")) {
      return Optional.empty();
    }
    Linker linker = Linker.nativeLinker();
    return linker
        .defaultLookup()
        .find("ioctl")
        .map(
            function ->
                linker.downcallHandle(
                    function,
                    FunctionDescriptor.of(
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.ADDRESS),
                    Linker.Option.firstVariadicArg(2)));
  }

  /** Columns of the terminal at standard error; 0 without a terminal. */
  static int columns() {
    if (IOCTL.isEmpty()) {
      return 0;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(BYTES);
      int failed = (int) IOCTL.get().invokeExact(STANDARD_ERROR, GET_SIZE, size);
      return failed == 0
          ? Short.toUnsignedInt(size.getAtIndex(ValueLayout.JAVA_SHORT, COLUMNS))
          : 0;
    } catch (Throwable e) {
      throw new IllegalStateException("Cannot call ioctl.", e);
    }
  }
}
