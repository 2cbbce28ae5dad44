package dev.evokernel.roofline;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Limit;
import java.util.EnumMap;
import java.util.Map;

/** What some devices tell of themselves. */
public final class Devices {

  private Devices() {}

  /** As its driver told it. */
  public static DeviceLimits h200() {
    return gpu(90, 228L << 10);
  }

  static DeviceLimits gpu(long capability, long sharedOfMultiprocessor) {
    return limits(
        Map.ofEntries(
            Map.entry(Limit.CORES, 132L),
            Map.entry(Limit.WARP_SIZE, 32L),
            Map.entry(Limit.MAX_THREADS, 1024L),
            Map.entry(Limit.SHARED_MEMORY, sharedOfMultiprocessor - 1024),
            Map.entry(Limit.REGISTERS, 65536L),
            Map.entry(Limit.L1_BYTES, sharedOfMultiprocessor),
            Map.entry(Limit.L2_BYTES, 60L << 20),
            Map.entry(Limit.L3_BYTES, 60L << 20),
            Map.entry(Limit.MEMORY, 139L << 30),
            Map.entry(Limit.VECTOR_BYTES, 16L),
            Map.entry(Limit.COMPUTE_CAPABILITY, capability)));
  }

  /** Eight cores with 512 KiB of level-2 cache each. */
  public static DeviceLimits processor() {
    return limits(
        Map.of(
            Limit.CORES,
            8L,
            Limit.WARP_SIZE,
            1L,
            Limit.MAX_THREADS,
            8L,
            Limit.L1_BYTES,
            32L << 10,
            Limit.L2_BYTES,
            512L << 10,
            Limit.L3_BYTES,
            32L << 20,
            Limit.MEMORY,
            16L << 30,
            Limit.VECTOR_BYTES,
            32L));
  }

  private static DeviceLimits limits(Map<Limit, Long> values) {
    var all = new EnumMap<Limit, Long>(Limit.class);
    for (Limit limit : Limit.values()) {
      all.put(limit, values.getOrDefault(limit, 0L));
    }
    return new DeviceLimits(all);
  }
}
