package dev.evokernel.outcome;

import org.jspecify.annotations.Nullable;

/**
 * Duration of a miniature's block in ticks: core cycles on a GPU, nanoseconds for a miniature that
 * is one call.
 *
 * @param alone ticks of a block alone on a core
 * @param crowded ticks of a block on a core with {@code neighbours} blocks
 * @param neighbours number of blocks on a core for {@code crowded}, at least 1
 * @param resident number of blocks that a core can hold
 * @param cores cores of the device; 1 if a call uses all of them
 * @param resources resources of the program; null if unknown
 */
public record MiniatureTiming(
    double alone,
    double crowded,
    int neighbours,
    int resident,
    int cores,
    @Nullable Resources resources) {

  public MiniatureTiming {
    if (!(alone > 0 && crowded > 0)
        || Double.isInfinite(alone)
        || Double.isInfinite(crowded)
        || neighbours < 1
        || resident < 1
        || cores < 1) {
      throw new IllegalArgumentException(
          ("A timing must have finite, positive values, was alone %s, crowded %s, neighbours %d,"
                  + " resident %d, cores %d.")
              .formatted(alone, crowded, neighbours, resident, cores));
    }
  }

  /** Timing of a call that has the device to itself. */
  public static MiniatureTiming ofCall(double nanos) {
    return new MiniatureTiming(nanos, nanos, 1, 1, 1, null);
  }

  /** Interpolates linearly the ticks of a block on a core with {@code blocks ≥ 1} blocks. */
  public double ticks(double blocks) {
    return neighbours == 1
        ? crowded
        : Math.max(0, alone + (crowded - alone) * (blocks - 1) / (neighbours - 1));
  }
}
