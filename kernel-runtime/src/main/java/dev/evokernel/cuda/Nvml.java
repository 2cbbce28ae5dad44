package dev.evokernel.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import module java.base;

import dev.evokernel.backend.file.SharedLibrary;
import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Throttle;

/**
 * NVIDIA's management library, for one GPU. Values that the library does not report are empty, for
 * example for lack of permission.
 *
 * <p>Process ids distinguish other processes from evo's own. In a container the library may report
 * ids of another namespace: the number of neighbours is unknown unless the library lists this
 * process.
 */
final class Nvml {

  public static final List<String> LIBRARIES = SharedLibrary.placesOf("libnvidia-ml.so.1");

  private static final int SUCCESS = 0;
  private static final int CLOCK_SM = 1;
  private static final int CLOCK_MEMORY = 2;
  private static final int TEMPERATURE_GPU = 0;

  /** Sizes and offsets of {@code nvmlProcessInfo_t} and {@code nvmlProcessUtilizationSample_t}. */
  private static final long PROCESS_BYTES = 24;

  private static final long UTILIZATION_BYTES = 32;
  private static final long UTILIZATION_TIME = 8;
  private static final long UTILIZATION_SM = 16;
  private static final int MANY = 1024;

  private final SharedLibrary library;
  private final MemorySegment device;
  private final long self;
  private final Supplier<Set<Long>> family;
  private long lastSeenMicros;

  private Nvml(SharedLibrary library, MemorySegment device, long self, Supplier<Set<Long>> family) {
    this.library = library;
    this.device = device;
    this.self = self;
    this.family = family;
  }

  public static Optional<Nvml> open(List<String> libraries, String uuid) {
    return open(libraries, uuid, ProcessHandle.current().pid(), Nvml::family);
  }

  public static Optional<String> library(List<String> libraries) {
    return SharedLibrary.firstOf(libraries).map(SharedLibrary::name);
  }

  /** Opens the library for a given process. */
  static Optional<Nvml> open(
      List<String> libraries, String uuid, long self, Supplier<Set<Long>> family) {
    return SharedLibrary.firstOf(libraries)
        .filter(library -> library.has("nvmlInit_v2") && library.call("nvmlInit_v2") == SUCCESS)
        .flatMap(
            library -> handle(library, uuid).map(handle -> new Nvml(library, handle, self, family)))
        .map(Nvml::primed);
  }

  private static Optional<MemorySegment> handle(SharedLibrary library, String uuid) {
    if (!library.has("nvmlDeviceGetHandleByUUID")) {
      return Optional.empty();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment handle = arena.allocate(ADDRESS);
      int status = library.call("nvmlDeviceGetHandleByUUID", arena.allocateFrom(uuid), handle);
      return status == SUCCESS ? Optional.of(handle.get(ADDRESS, 0)) : Optional.empty();
    }
  }

  /** Discards the utilisation that the library recorded earlier. */
  private Nvml primed() {
    try (Arena arena = Arena.ofConfined()) {
      var _ = computing(arena);
    }
    return this;
  }

  /** Reads the state at this moment, and whether another process computed since the last call. */
  public DeviceState look() {
    try (Arena arena = Arena.ofConfined()) {
      Set<Long> computing = computing(arena);
      Optional<Set<Long>> others = others(arena);
      return new DeviceState(
          number(arena, 1, "nvmlDeviceGetClockInfo", CLOCK_SM),
          number(arena, 1, "nvmlDeviceGetClockInfo", CLOCK_MEMORY),
          number(arena, 1e-3, "nvmlDeviceGetPowerUsage"),
          number(arena, 1, "nvmlDeviceGetTemperature", TEMPERATURE_GPU),
          OptionalDouble.empty(),
          Optional.empty(),
          throttles(arena),
          others.map(pids -> OptionalInt.of(pids.size())).orElse(OptionalInt.empty()),
          others.stream().anyMatch(pids -> pids.stream().anyMatch(computing::contains)),
          0);
    }
  }

  public String operation() {
    try (Arena arena = Arena.ofConfined()) {
      var known = new ArrayList<String>();
      number(arena, 1, "nvmlDeviceGetMaxClockInfo", CLOCK_SM)
          .ifPresent(clock -> known.add("%.0f MHz".formatted(clock)));
      number(arena, 1, "nvmlDeviceGetMaxClockInfo", CLOCK_MEMORY)
          .ifPresent(clock -> known.add("%.0f MHz memory".formatted(clock)));
      number(arena, 1e-3, "nvmlDeviceGetEnforcedPowerLimit")
          .ifPresent(limit -> known.add("%.0f W".formatted(limit)));
      return String.join(", ", known);
    }
  }

  /**
   * Energy consumed by the GPU since the driver was loaded. Its counter is updated every 20 to 100
   * ms.
   */
  public OptionalDouble joules() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment millijoules = arena.allocate(JAVA_LONG);
      return call("nvmlDeviceGetTotalEnergyConsumption", device, millijoules)
          ? OptionalDouble.of(1e-3 * millijoules.get(JAVA_LONG, 0))
          : OptionalDouble.empty();
    }
  }

  private OptionalDouble number(Arena arena, double unit, String function, int... kind) {
    MemorySegment result = arena.allocate(JAVA_INT);
    boolean known =
        kind.length == 0 ? call(function, device, result) : call(function, device, kind[0], result);
    return known
        ? OptionalDouble.of(unit * Integer.toUnsignedLong(result.get(JAVA_INT, 0)))
        : OptionalDouble.empty();
  }

  private Set<Throttle> throttles(Arena arena) {
    MemorySegment mask = arena.allocate(JAVA_LONG);
    boolean known =
        call("nvmlDeviceGetCurrentClocksEventReasons", device, mask)
            || call("nvmlDeviceGetCurrentClocksThrottleReasons", device, mask);
    return known ? throttles(mask.get(JAVA_LONG, 0)) : Set.of();
  }

  /** Reasons by the bits of {@code nvmlClocksEventReasons}; idleness is not a reason. */
  private static Set<Throttle> throttles(long mask) {
    Set<Throttle> throttles = EnumSet.noneOf(Throttle.class);
    for (int bit = 0; bit < Long.SIZE; bit++) {
      if ((mask >>> bit & 1) == 0) {
        continue;
      }
      switch (bit) {
        case 1, 8 -> throttles.add(Throttle.CLOCK_SETTING);
        case 2 -> throttles.add(Throttle.POWER_CAP);
        case 3 -> throttles.add(Throttle.HARDWARE_SLOWDOWN);
        case 4 -> throttles.add(Throttle.SYNC_BOOST);
        case 5 -> throttles.add(Throttle.SOFTWARE_THERMAL);
        case 6 -> throttles.add(Throttle.HARDWARE_THERMAL);
        case 7 -> throttles.add(Throttle.POWER_BRAKE);
        default -> {}
      }
    }
    return throttles;
  }

  /**
   * Processes with a context on the GPU that are not evo's; empty when ids belong to another
   * namespace.
   */
  private Optional<Set<Long>> others(Arena arena) {
    MemorySegment count = arena.allocateFrom(JAVA_INT, MANY);
    MemorySegment processes = arena.allocate(MANY * PROCESS_BYTES, Long.BYTES);
    if (!call("nvmlDeviceGetComputeRunningProcesses_v3", device, count, processes)) {
      return Optional.empty();
    }
    Set<Long> pids = new HashSet<>();
    for (int i = 0; i < count.get(JAVA_INT, 0); i++) {
      pids.add(Integer.toUnsignedLong(processes.get(JAVA_INT, i * PROCESS_BYTES)));
    }
    if (!pids.remove(self)) {
      return Optional.empty();
    }
    if (!pids.isEmpty()) {
      pids.removeAll(family.get());
    }
    return Optional.of(pids);
  }

  /** Processes whose kernels ran on the multiprocessors since the last call. */
  private Set<Long> computing(Arena arena) {
    MemorySegment count = arena.allocateFrom(JAVA_INT, MANY);
    MemorySegment samples = arena.allocate(MANY * UTILIZATION_BYTES, Long.BYTES);
    Set<Long> pids = new HashSet<>();
    if (!call("nvmlDeviceGetProcessUtilization", device, samples, count, lastSeenMicros)) {
      return pids;
    }
    for (int i = 0; i < count.get(JAVA_INT, 0); i++) {
      MemorySegment sample = samples.asSlice(i * UTILIZATION_BYTES, UTILIZATION_BYTES);
      lastSeenMicros = Math.max(lastSeenMicros, sample.get(JAVA_LONG, UTILIZATION_TIME));
      if (sample.get(JAVA_INT, UTILIZATION_SM) > 0) {
        pids.add(Integer.toUnsignedLong(sample.get(JAVA_INT, 0)));
      }
    }
    return pids;
  }

  private boolean call(String function, Object... arguments) {
    return library.has(function) && library.call(function, arguments) == SUCCESS;
  }

  /** Ids of the coordinator and its workers, any of which may also have opened the device. */
  private static Set<Long> family() {
    Set<Long> pids = new HashSet<>();
    ProcessHandle.current()
        .parent()
        .ifPresent(
            parent -> {
              pids.add(parent.pid());
              parent.descendants().forEach(process -> pids.add(process.pid()));
            });
    return pids;
  }
}
