package dev.evokernel.opencl;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;

/**
 * OpenCL's loader, {@code libOpenCL.so.1}, which finds the drivers of this machine. Functions are
 * linked at their first call. The library stays loaded until the process ends.
 */
final class ClLibrary {

  private static final List<String> NAMES =
      List.of(
          "libOpenCL.so.1",
          "/usr/lib/x86_64-linux-gnu/libOpenCL.so.1",
          "/usr/lib64/libOpenCL.so.1",
          "/usr/local/cuda/lib64/libOpenCL.so.1");

  private static final Linker LINKER = Linker.nativeLinker();

  /** Looked up once, because loading a driver takes a tenth of a second. */
  private static final class OfThisProcess {
    private static final Optional<ClLibrary> FOUND = open(NAMES);
  }

  private final SymbolLookup symbols;
  private final Map<String, MethodHandle> handles = new ConcurrentHashMap<>();

  private ClLibrary(SymbolLookup symbols) {
    this.symbols = symbols;
  }

  static Optional<ClLibrary> ofThisProcess() {
    return OfThisProcess.FOUND;
  }

  private static Optional<ClLibrary> open(List<String> names) {
    for (String name : names) {
      try {
        return Optional.of(new ClLibrary(SymbolLookup.libraryLookup(name, Arena.global())));
      } catch (IllegalArgumentException absent) {
        // The next name.
      }
    }
    return Optional.empty();
  }

  /** Calls a function that returns a status; every call of one function passes the same types. */
  static int call(String function, Object... arguments) {
    return (int) invoke(function, JAVA_INT, arguments);
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
      var object = (MemorySegment) invoke(function, ADDRESS, all);
      check.accept(status.get(JAVA_INT, 0));
      return object;
    }
  }

  /** Calls such a function, whose failure is the machine's fault. */
  static MemorySegment make(String function, String doing, Object... arguments) {
    return create(function, status -> ClStatus.machine(status, doing), arguments);
  }

  private static Object invoke(String function, MemoryLayout result, Object[] arguments) {
    ClLibrary library =
        ofThisProcess()
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "There is no libOpenCL.so.1. " + ClDevices.INSTALL_LOADER));
    try {
      return library
          .handles
          .computeIfAbsent(function, name -> library.link(name, result, arguments))
          .invoke(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("A call of " + function + " failed.", e);
    }
  }

  private MethodHandle link(String function, MemoryLayout result, Object[] arguments) {
    MemorySegment address =
        symbols
            .find(function)
            .orElseThrow(
                () ->
                    new EnvironmentException(
                        "libOpenCL.so.1 has no function %s. Install a loader of OpenCL 1.2 or later, for example with 'apt-get install ocl-icd-libopencl1'."
                            .formatted(function)));
    MemoryLayout[] layouts =
        Arrays.stream(arguments).map(ClLibrary::layout).toArray(MemoryLayout[]::new);
    return LINKER
        .downcallHandle(address, FunctionDescriptor.of(result, layouts))
        .asSpreader(Object[].class, arguments.length);
  }

  private static MemoryLayout layout(Object argument) {
    return switch (argument) {
      case Integer _ -> JAVA_INT;
      case Long _ -> JAVA_LONG;
      case MemorySegment _ -> ADDRESS;
      default -> throw new IllegalArgumentException("No C type for " + argument.getClass());
    };
  }
}
