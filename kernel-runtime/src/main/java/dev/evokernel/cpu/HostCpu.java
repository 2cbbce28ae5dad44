package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.kernel.Limit;

/**
 * Processor of this machine, as {@code /proc} and {@code /sys} describe it. Missing values are
 * assumed small.
 */
public record HostCpu(Path proc, Path caches, int cores) {

  private static final long KIB = 1024;
  private static final double UNREACHED_HERTZ = 7e9;

  public static HostCpu ofThisMachine() {
    return new HostCpu(
        Path.of("/proc"),
        Path.of("/sys/devices/system/cpu/cpu0/cache"),
        Runtime.getRuntime().availableProcessors());
  }

  public DeviceIdentity identity() {
    String model =
        cpuinfo("model name").or(() -> cpuinfo("Processor")).orElse(System.getProperty("os.arch"));
    String system = System.getProperty("os.name") + " " + System.getProperty("os.version");
    return new DeviceIdentity(
        "cpu", "%s, %d core%s".formatted(model, cores, cores == 1 ? "" : "s"), system);
  }

  /** Instruction sets, in the order of {@code /proc/cpuinfo}; part of the meaning of "native". */
  public String features() {
    return cpuinfo("flags").or(() -> cpuinfo("Features")).orElse("");
  }

  public DeviceLimits limits() {
    long l1 = cacheBytes(1).orElse(32 * KIB);
    long l2 = cacheBytes(2).orElse(512 * KIB);
    Map<Limit, Long> values = new EnumMap<>(Limit.class);
    values.put(Limit.CORES, (long) cores);
    values.put(Limit.WARP_SIZE, 1L);
    values.put(Limit.MAX_THREADS, (long) cores);
    values.put(Limit.SHARED_MEMORY, 0L);
    values.put(Limit.REGISTERS, 0L);
    values.put(Limit.L1_BYTES, l1);
    values.put(Limit.L2_BYTES, l2);
    values.put(Limit.L3_BYTES, cacheBytes(3).orElse(l2));
    values.put(Limit.MEMORY, memoryBytes());
    values.put(Limit.VECTOR_BYTES, vectorBytes());
    values.put(Limit.COMPUTE_CAPABILITY, 0L);
    return new DeviceLimits(values);
  }

  /**
   * Peaks of each clock of each core: two fused multiply-adds on whole vectors of the narrowest
   * type, two loads and a store. Where the highest clock is unknown, a clock above that of every
   * processor is assumed. With matrix units there is no limit on operations.
   */
  public Peaks peaks() {
    double clocks = cores * highestHertz().orElse(UNREACHED_HERTZ);
    double perClock = 2.0 * 2 * vectorBytes() / Short.BYTES;
    boolean matrices = List.of(features().split(" ")).contains("amx_tile");
    return new Peaks(
        matrices ? OptionalDouble.empty() : OptionalDouble.of(perClock * clocks),
        OptionalDouble.of(3.0 * vectorBytes() * clocks),
        OptionalDouble.empty(),
        0);
  }

  private Optional<Double> highestHertz() {
    String kilohertz = firstLine(caches.resolveSibling("cpufreq").resolve("cpuinfo_max_freq"));
    return kilohertz.matches("[1-9]\\d{3,8}")
        ? Optional.of(1e3 * Long.parseLong(kilohertz))
        : Optional.empty();
  }

  private long vectorBytes() {
    List<String> features = List.of(features().split(" "));
    if (features.contains("avx512f")) {
      return 64;
    }
    return features.contains("avx") ? 32 : 16;
  }

  private Optional<Long> cacheBytes(int level) {
    for (int index = 0; index < 8; index++) {
      Path cache = caches.resolve("index" + index);
      if (firstLine(cache.resolve("level")).equals(Integer.toString(level))
          && !firstLine(cache.resolve("type")).equals("Instruction")) {
        return bytes(firstLine(cache.resolve("size")));
      }
    }
    return Optional.empty();
  }

  private long memoryBytes() {
    return field(proc.resolve("meminfo"), "MemTotal")
        .flatMap(text -> bytes(text.replace(" kB", "K")))
        .orElse(Runtime.getRuntime().maxMemory());
  }

  private static Optional<Long> bytes(String text) {
    if (!text.matches("\\d+[KMG]?")) {
      return Optional.empty();
    }
    String digits = text.replaceAll("\\D", "");
    long unit =
        switch (text.charAt(text.length() - 1)) {
          case 'K' -> KIB;
          case 'M' -> KIB * KIB;
          case 'G' -> KIB * KIB * KIB;
          default -> 1;
        };
    return Optional.of(Long.parseLong(digits) * unit);
  }

  private Optional<String> cpuinfo(String name) {
    return field(proc.resolve("cpuinfo"), name);
  }

  private static Optional<String> field(Path file, String name) {
    return lines(file).stream()
        .filter(line -> line.startsWith(name) && line.indexOf(':') > 0)
        .filter(line -> line.substring(0, line.indexOf(':')).strip().equals(name))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst();
  }

  /** Reads a file of {@code /proc} or {@code /sys}; a missing one is empty. */
  static String text(Path file) {
    try (var stream = new FileInputStream(file.toFile())) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException gone) {
      return "";
    }
  }

  private static String firstLine(Path file) {
    return lines(file).stream().findFirst().orElse("").strip();
  }

  private static List<String> lines(Path file) {
    return text(file).lines().toList();
  }
}
