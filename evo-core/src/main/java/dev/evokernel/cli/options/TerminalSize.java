package dev.evokernel.cli.options;

import module java.base;

/** Queries the terminal's current size with {@code ioctl}. */
final class TerminalSize {

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

  private TerminalSize() {}

  /** Columns of the terminal at standard error; 0 without a terminal. */
  static int columns() {
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
}
