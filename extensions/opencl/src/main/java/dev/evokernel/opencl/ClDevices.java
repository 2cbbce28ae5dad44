package dev.evokernel.opencl;

import module java.base;

/**
 * Devices of this machine, platform after platform in the loader's order. One process offers either
 * GPUs and accelerators or processors, so that {@code Backend.compilingDisturbsTiming} has one
 * answer for all of them: processors only where there is nothing else, or where the variable
 * {@value #CHOICE} says {@code cpu}.
 */
final class ClDevices {

  public static final String CHOICE = "EVO_OPENCL_DEVICES";

  public static final String INSTALL_LOADER =
      "Install a loader, for example with 'apt-get install ocl-icd-libopencl1'.";

  private static final long TYPE_ALL = 0xFFFF_FFFFL;
  private static final Path VENDORS = Path.of("/etc/OpenCL/vendors");

  private static final class OfThisProcess {
    private static final ClDevices FOUND = new ClDevices(found());
  }

  private final List<ClDevice> all;

  private ClDevices(List<ClDevice> all) {
    this.all = List.copyOf(all);
  }

  public static ClDevices ofThisMachine() {
    return OfThisProcess.FOUND;
  }

  public List<ClDevice> all() {
    return all;
  }

  public List<ClDevice> usable() {
    List<ClDevice> able = all.stream().filter(device -> device.lack().isEmpty()).toList();
    boolean own = able.stream().anyMatch(device -> !device.isProcessor());
    boolean processors =
        switch (System.getenv().getOrDefault(CHOICE, "")) {
          case "cpu" -> true;
          case "gpu" -> false;
          default -> !own;
        };
    return able.stream().filter(device -> device.isProcessor() == processors).toList();
  }

  public static boolean hasLoader() {
    return ClLibrary.isInstalled();
  }

  public static Path vendors(Map<String, String> environment) {
    return Stream.of("OCL_ICD_VENDORS", "OPENCL_VENDOR_PATH")
        .filter(environment::containsKey)
        .map(name -> Path.of(environment.get(name)))
        .findFirst()
        .orElse(VENDORS);
  }

  public static boolean hasDrivers() {
    return Files.exists(vendors(System.getenv())) || System.getenv("OCL_ICD_FILENAMES") != null;
  }

  private static List<ClDevice> found() {
    return hasDrivers() && hasLoader() ? SignalHandlers.keeping(ClDevices::listed) : List.of();
  }

  private static List<ClDevice> listed() {
    return ObjectInfo.listed("clGetPlatformIDs").stream()
        .flatMap(
            platform ->
                ObjectInfo.listed("clGetDeviceIDs", platform, TYPE_ALL).stream()
                    .map(device -> new ClDevice(platform, device)))
        .toList();
  }

  /**
   * Handlers of the signals by which a Java virtual machine runs compiled code: safepoints, null
   * checks and divisions.
   *
   * <p>Drivers replace them where they start: PoCL that of divisions by zero, and LLVM, inside
   * PoCL, those of all. Without its own handlers the virtual machine ends at the next signal.
   */
  private static final class SignalHandlers {

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
}
