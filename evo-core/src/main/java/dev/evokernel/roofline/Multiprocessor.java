package dev.evokernel.roofline;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.space.Limit;

/**
 * Resources of one multiprocessor and the number of blocks that fit: CUDA's occupancy rules, from
 * the table of compute capabilities in NVIDIA's programming guide.
 *
 * @param warps that can be resident
 * @param blocks that can be resident
 * @param registers of 32 bits
 * @param sharedBytes of shared memory
 * @param reservedBytes of shared memory that the system uses for every block
 */
public record Multiprocessor(
    int warps, int blocks, long registers, long sharedBytes, int reservedBytes) {

  static final int WARP = 32;

  /** Registers of a warp are allocated in units of this size. */
  private static final int REGISTER_UNIT = 256;

  /** Registers are allocated to this many warps at once, one for each scheduler. */
  private static final int SCHEDULERS = 4;

  private static final int SHARED_UNIT = 128;
  private static final int SYSTEM_BYTES = 1024;

  /** Multiprocessor of a GPU; a GPU outside the table gets the smallest limits. */
  public static Multiprocessor of(DeviceLimits limits) {
    int capability = (int) limits.value(Limit.COMPUTE_CAPABILITY);
    int warps =
        switch (capability) {
          case 70, 72, 80, 90, 100, 103 -> 64;
          case 86, 87, 89, 110, 120, 121 -> 48;
          default -> 32;
        };
    int blocks =
        switch (capability) {
          case 70, 72, 80, 90, 100, 103 -> 32;
          case 89, 110, 120, 121 -> 24;
          default -> 16;
        };
    return new Multiprocessor(
        warps,
        blocks,
        limits.value(Limit.REGISTERS),
        limits.value(Limit.L1_BYTES),
        capability >= 80 ? SYSTEM_BYTES : 0);
  }

  /**
   * Number of resident blocks; 0 if none fits.
   *
   * @param registersPerThread 0 before compilation, which sets no limit
   * @param shared bytes of a block, static and dynamic
   */
  public int residentBlocks(long threads, int registersPerThread, long shared) {
    long warpsOfBlock = warpsOf(threads);
    long fit = Math.min(blocks, warps / warpsOfBlock);
    if (registersPerThread > 0) {
      long ofWarp = roundedUp((long) registersPerThread * WARP, REGISTER_UNIT);
      fit = Math.min(fit, registers / ofWarp / SCHEDULERS * SCHEDULERS / warpsOfBlock);
    }
    long ofBlock = roundedUp(shared + reservedBytes, SHARED_UNIT);
    return (int) (ofBlock == 0 ? fit : Math.min(fit, sharedBytes / ofBlock));
  }

  /** Share of resident warps, from 0 to 1. */
  public double occupancy(long threads, int residentBlocks) {
    return (double) residentBlocks * warpsOf(threads) / warps;
  }

  static long warpsOf(long threads) {
    return Math.max(1, Math.ceilDiv(threads, (long) WARP));
  }

  private static long roundedUp(long value, int unit) {
    return Math.ceilDiv(value, (long) unit) * unit;
  }
}
