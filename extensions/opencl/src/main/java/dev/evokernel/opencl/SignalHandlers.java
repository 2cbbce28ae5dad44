package dev.evokernel.opencl;

import module java.base;

/**
 * Handlers of the signals by which a Java virtual machine runs compiled code: safepoints, null
 * checks and divisions.
 *
 * <p>Drivers replace them where they start: PoCL that of divisions by zero, and LLVM, inside PoCL,
 * those of all. Without its own handlers the virtual machine ends at the next signal.
 */
final class SignalHandlers {

  private static final List<Integer> SIGNALS = List.of(4, 5, 7, 8, 11); // ILL TRAP BUS FPE SEGV

  /** Size of {@code struct sigaction} on Linux. */
  private static final long BYTES = 152;

  private static final MethodHandle SIGACTION =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("sigaction"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT,
                  ValueLayout.JAVA_INT,
                  ValueLayout.ADDRESS,
                  ValueLayout.ADDRESS));

  private SignalHandlers() {}

  /** Calls a function of a driver, and then puts back the handlers from before. */
  static <T> T keeping(Supplier<T> call) {
    try (Arena arena = Arena.ofConfined()) {
      Map<Integer, MemorySegment> before = new HashMap<>();
      for (int signal : SIGNALS) {
        before.put(signal, arena.allocate(BYTES, Long.BYTES));
        sigaction(signal, MemorySegment.NULL, before.get(signal));
      }
      try {
        return call.get();
      } finally {
        before.forEach((signal, handler) -> sigaction(signal, handler, MemorySegment.NULL));
      }
    }
  }

  private static void sigaction(int signal, MemorySegment now, MemorySegment before) {
    try {
      int ignored = (int) SIGACTION.invokeExact(signal, now, before);
    } catch (Throwable e) {
      throw new IllegalStateException("Cannot call sigaction.", e);
    }
  }
}
