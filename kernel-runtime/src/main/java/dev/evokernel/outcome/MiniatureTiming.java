package dev.evokernel.outcome;

import org.jspecify.annotations.Nullable;

/**
 * How long a block of a miniature takes, in ticks: cycles of its core's clock on a GPU, nanoseconds
 * where a miniature is one call. Blocks on one core share it, so there are two answers.
 *
 * @param alone ticks of a block that has a core to itself
 * @param crowded ticks of a block on a core that holds {@code neighbours} blocks
 * @param neighbours blocks on a core when {@code crowded} was taken, at least 1
 * @param resident blocks that a core can hold
 * @param cores of the device; 1 where a call uses all of them
 * @param resources the resources it occupies; null where unknown
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
          "A block cannot take %s ticks alone and %s with %d on a core that holds %d, of %d cores."
              .formatted(alone, crowded, neighbours, resident, cores));
    }
  }

  /** Of a call that has the device to itself. */
  public static MiniatureTiming ofCall(double nanos) {
    return new MiniatureTiming(nanos, nanos, 1, 1, 1, null);
  }

  /**
   * Ticks of a block on a core that holds so many, on the line through the two that were measured.
   *
   * @param blocks at least 1
   */
  public double ticks(double blocks) {
    return neighbours == 1
        ? crowded
        : Math.max(0, alone + (crowded - alone) * (blocks - 1) / (neighbours - 1));
  }
}
