package dev.evokernel.kernel;

import java.util.Map;

/**
 * The limits of a common device of each backend. Checks of a file use them where no device is
 * known; they only decide whether an expression has a value.
 */
public final class OrdinaryDevice {

  private static final Map<Limit, Long> CPU =
      Map.ofEntries(
          Map.entry(Limit.CORES, 8L),
          Map.entry(Limit.WARP_SIZE, 1L),
          Map.entry(Limit.MAX_THREADS, 16L),
          Map.entry(Limit.SHARED_MEMORY, 0L),
          Map.entry(Limit.REGISTERS, 0L),
          Map.entry(Limit.L1_BYTES, 32L << 10),
          Map.entry(Limit.L2_BYTES, 1L << 20),
          Map.entry(Limit.L3_BYTES, 32L << 20),
          Map.entry(Limit.MEMORY, 16L << 30),
          Map.entry(Limit.VECTOR_BYTES, 32L),
          Map.entry(Limit.COMPUTE_CAPABILITY, 0L));

  private static final Map<Limit, Long> GPU =
      Map.ofEntries(
          Map.entry(Limit.CORES, 108L),
          Map.entry(Limit.WARP_SIZE, 32L),
          Map.entry(Limit.MAX_THREADS, 1024L),
          Map.entry(Limit.SHARED_MEMORY, 163L << 10),
          Map.entry(Limit.REGISTERS, 65536L),
          Map.entry(Limit.L1_BYTES, 192L << 10),
          Map.entry(Limit.L2_BYTES, 40L << 20),
          Map.entry(Limit.L3_BYTES, 40L << 20),
          Map.entry(Limit.MEMORY, 40L << 30),
          Map.entry(Limit.VECTOR_BYTES, 16L),
          Map.entry(Limit.COMPUTE_CAPABILITY, 80L));

  private OrdinaryDevice() {}

  /** One number for every limit, for a backend by its name. */
  public static Map<Limit, Long> limits(String backend) {
    return backend.equals("cpu") ? CPU : GPU;
  }
}
