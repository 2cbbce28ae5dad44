package dev.evokernel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.file.SharedLibrary;
import dev.evokernel.kernel.Limit;

/**
 * State of the CUDA driver on this machine, queried without a context and without JCuda. JCuda's
 * static initialiser fails without a driver.
 */
sealed interface Driver {

  /** Oldest supported CUDA version of a driver: 12.0, driver 525. */
  int OLDEST = 12_000;

  record Absent(String reason) implements Driver {}

  Driver NO_LIBRARY = new Absent("there is no libcuda.so.1, the library of NVIDIA's driver");

  /**
   * @param version the driver's own, for example {@code 580.159.04}
   * @param cuda the newest CUDA version that the driver runs: 1000 · major + 10 · minor
   */
  record Present(String version, int cuda, List<Gpu> gpus) implements Driver {
    public Present {
      gpus = List.copyOf(gpus);
    }

    public String cudaVersion() {
      return cuda / 1000 + "." + cuda % 1000 / 10;
    }
  }

  List<String> LIBRARIES = SharedLibrary.placesOf("libcuda.so.1");

  /**
   * Whether the linker may find one of the libraries, without loading it: below {@code
   * LD_LIBRARY_PATH}, in the linker's cache, or as a file.
   */
  static boolean mayExist(List<String> libraries, Map<String, String> environment, Path root) {
    Stream<Path> folders =
        Stream.of(environment.getOrDefault("LD_LIBRARY_PATH", "").split(":", -1)).map(Path::of);
    List<Path> searched = folders.filter(folder -> !folder.toString().isEmpty()).toList();
    String cache = linkerCache(root);
    return libraries.stream()
        .anyMatch(
            library ->
                Path.of(library).isAbsolute()
                    ? Files.exists(Path.of(library))
                    : cache.contains(library)
                        || searched.stream().anyMatch(at -> Files.exists(at.resolve(library))));
  }

  private static String linkerCache(Path root) {
    try {
      return Files.readString(root.resolve("etc/ld.so.cache"), StandardCharsets.ISO_8859_1);
    } catch (IOException without) {
      return "";
    }
  }

  static Driver probe(List<String> libraries, Path root) {
    return SharedLibrary.firstOf(libraries)
        .map(library -> ask(library, root))
        .orElseGet(() -> NO_LIBRARY);
  }

  private static Driver ask(SharedLibrary cuda, Path root) {
    try (Arena arena = Arena.ofConfined()) {
      int status = cuda.call("cuInit", 0);
      if (status != 0) {
        return new Absent(cuda.name() + " does not start: " + errorName(cuda, status));
      }
      MemorySegment number = arena.allocate(JAVA_INT);
      check(cuda, cuda.call("cuDriverGetVersion", number));
      int version = number.get(JAVA_INT, 0);
      check(cuda, cuda.call("cuDeviceGetCount", number));
      int count = number.get(JAVA_INT, 0);
      var gpus = new ArrayList<Gpu>();
      for (int ordinal = 0; ordinal < count; ordinal++) {
        gpus.add(gpu(cuda, ordinal, arena));
      }
      return new Present(packageVersion(root).orElse("CUDA " + version / 1000), version, gpus);
    } catch (IllegalStateException broken) {
      return new Absent(String.valueOf(broken.getMessage()));
    }
  }

  private static Gpu gpu(SharedLibrary cuda, int ordinal, Arena arena) {
    MemorySegment number = arena.allocate(JAVA_INT);
    check(cuda, cuda.call("cuDeviceGet", number, ordinal));
    int device = number.get(JAVA_INT, 0);
    MemorySegment name = arena.allocate(256);
    check(cuda, cuda.call("cuDeviceGetName", name, 256, device));
    MemorySegment bytes = arena.allocate(JAVA_LONG);
    check(cuda, cuda.call("cuDeviceTotalMem_v2", bytes, device));
    // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR and _MINOR
    int capability = 10 * attribute(cuda, 75, device, arena) + attribute(cuda, 76, device, arena);
    return new Gpu(ordinal, name.getString(0), bytes.get(JAVA_LONG, 0), capability);
  }

  private static int attribute(SharedLibrary cuda, int attribute, int device, Arena arena) {
    MemorySegment number = arena.allocate(JAVA_INT);
    check(cuda, cuda.call("cuDeviceGetAttribute", number, attribute, device));
    return number.get(JAVA_INT, 0);
  }

  /** UUID of a GPU, as {@code nvidia-smi -L} writes it. */
  static Optional<String> uuid(List<String> libraries, int ordinal) {
    return SharedLibrary.firstOf(libraries)
        .filter(cuda -> cuda.has("cuDeviceGetUuid"))
        .flatMap(cuda -> uuid(cuda, ordinal));
  }

  private static Optional<String> uuid(SharedLibrary cuda, int ordinal) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment number = arena.allocate(JAVA_INT);
      MemorySegment bytes = arena.allocate(16);
      if (cuda.call("cuInit", 0) != 0
          || cuda.call("cuDeviceGet", number, ordinal) != 0
          || cuda.call("cuDeviceGetUuid", bytes, number.get(JAVA_INT, 0)) != 0) {
        return Optional.empty();
      }
      String hex = HexFormat.of().formatHex(bytes.toArray(ValueLayout.JAVA_BYTE));
      return Optional.of(
          "GPU-" + hex.replaceFirst("(.{8})(.{4})(.{4})(.{4})(.{12})", "$1-$2-$3-$4-$5"));
    }
  }

  static Optional<DeviceLimits> limits(List<String> libraries, int ordinal) {
    return SharedLibrary.firstOf(libraries).flatMap(cuda -> limits(cuda, ordinal));
  }

  private static Optional<DeviceLimits> limits(SharedLibrary cuda, int ordinal) {
    try (Arena arena = Arena.ofConfined()) {
      check(cuda, cuda.call("cuInit", 0));
      Gpu gpu = gpu(cuda, ordinal, arena);
      MemorySegment number = arena.allocate(JAVA_INT);
      check(cuda, cuda.call("cuDeviceGet", number, ordinal));
      int device = number.get(JAVA_INT, 0);
      Map<Limit, Long> values = new EnumMap<>(Limit.class);
      for (Limit limit : Limit.values()) {
        int attribute = switch (limit) { // The number of CU_DEVICE_ATTRIBUTE_…, or 0
              case MAX_THREADS -> 1;
              case WARP_SIZE -> 10;
              case CORES -> 16;
              case L2_BYTES, L3_BYTES -> 38;
              case L1_BYTES -> 81; // The memory that L1 shares with shared memory.
              case REGISTERS -> 82;
              case SHARED_MEMORY -> 97;
              case MEMORY, VECTOR_BYTES, COMPUTE_CAPABILITY -> 0;
            };
        if (attribute != 0) {
          values.put(limit, (long) attribute(cuda, attribute, device, arena));
        }
      }
      values.put(Limit.MEMORY, gpu.memoryBytes());
      values.put(Limit.VECTOR_BYTES, 16L);
      values.put(Limit.COMPUTE_CAPABILITY, (long) gpu.capability());
      return Optional.of(new DeviceLimits(values));
    } catch (IllegalStateException broken) {
      return Optional.empty();
    }
  }

  private static void check(SharedLibrary cuda, int status) {
    if (status != 0) {
      throw new IllegalStateException(cuda.name() + " answers " + errorName(cuda, status));
    }
  }

  private static String errorName(SharedLibrary cuda, int status) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pointer = arena.allocate(ADDRESS);
      return cuda.has("cuGetErrorName") && cuda.call("cuGetErrorName", status, pointer) == 0
          ? pointer.get(ADDRESS, 0).reinterpret(256).getString(0)
          : "error " + status;
    }
  }

  private static Optional<String> packageVersion(Path root) {
    try {
      Matcher version =
          Pattern.compile("Kernel Module.*?\\s(\\d+\\.[\\d.]+)")
              .matcher(Files.readString(root.resolve("proc/driver/nvidia/version")));
      return version.find() ? Optional.of(version.group(1)) : Optional.empty();
    } catch (IOException absent) {
      return Optional.empty();
    }
  }
}
