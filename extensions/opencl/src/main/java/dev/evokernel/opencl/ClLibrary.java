package dev.evokernel.opencl;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.backend.file.SharedLibrary;

/** OpenCL's loader, {@code libOpenCL.so.1}, which finds the drivers of this machine. */
final class ClLibrary {

  private static final List<String> NAMES =
      List.of(
          "libOpenCL.so.1",
          "/usr/lib/x86_64-linux-gnu/libOpenCL.so.1",
          "/usr/lib64/libOpenCL.so.1",
          "/usr/local/cuda/lib64/libOpenCL.so.1");

  /** A function that no loader before OpenCL 1.2 has. */
  private static final String NEWEST = "clEnqueueFillBuffer";

  /** Looked up once, because loading a driver takes a tenth of a second. */
  private static final class OfThisProcess {
    private static final Optional<SharedLibrary> FOUND = SharedLibrary.firstOf(NAMES);
    private static final boolean OLD = FOUND.isPresent() && !FOUND.get().has(NEWEST);
  }

  private ClLibrary() {}

  static boolean isInstalled() {
    return OfThisProcess.FOUND.isPresent();
  }

  private static SharedLibrary loaded() {
    if (OfThisProcess.OLD) {
      throw new EnvironmentException(
          "libOpenCL.so.1 has no function %s. Install a loader of OpenCL 1.2 or later, for example with 'apt-get install ocl-icd-libopencl1'."
              .formatted(NEWEST));
    }
    return OfThisProcess.FOUND.orElseThrow(
        () -> new EnvironmentException("There is no libOpenCL.so.1. " + ClDevices.INSTALL_LOADER));
  }

  /** Calls a function that returns a status; every call of one function passes the same types. */
  static int call(String function, Object... arguments) {
    return loaded().call(function, arguments);
  }

  /**
   * Calls a function that returns an object and writes a status to its last argument, which the
   * caller leaves out.
   */
  static MemorySegment create(String function, IntConsumer check, Object... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment status = arena.allocate(JAVA_INT);
      Object[] all = Arrays.copyOf(arguments, arguments.length + 1);
      all[arguments.length] = status;
      MemorySegment object = loaded().pointer(function, all);
      check.accept(status.get(JAVA_INT, 0));
      return object;
    }
  }

  /** Calls such a function, whose failure is the machine's fault. */
  static MemorySegment make(String function, String doing, Object... arguments) {
    return create(function, status -> ClStatus.machine(status, doing), arguments);
  }
}
