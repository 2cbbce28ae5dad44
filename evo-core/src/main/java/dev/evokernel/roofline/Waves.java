package dev.evokernel.roofline;

/**
 * How a grid falls into waves of resident blocks. The last wave is rarely full, and while it runs
 * the multiprocessors without a block stand still.
 *
 * @param blocks of the grid
 * @param residentBlocks of one multiprocessor
 * @param multiprocessors of the device
 */
public record Waves(long blocks, int residentBlocks, long multiprocessors) {

  public Waves {
    if (blocks < 1 || residentBlocks < 1 || multiprocessors < 1) {
      throw new IllegalArgumentException(
          "%d blocks, %d at once on each of %d multiprocessors, make no waves."
              .formatted(blocks, residentBlocks, multiprocessors));
    }
  }

  /** Waves, the last one counted as far as it is full. */
  public double exact() {
    return (double) blocks / (residentBlocks * multiprocessors);
  }

  /** Waves, the last one counted whole. */
  public long whole() {
    return Math.ceilDiv(blocks, residentBlocks * multiprocessors);
  }

  /**
   * The share of the device's time that blocks use, from 0 to 1. Within a single wave each
   * multiprocessor is busy for as long as its own blocks last, so what counts is how evenly they
   * are spread.
   */
  public double efficiency() {
    return whole() > 1
        ? exact() / whole()
        : (double) blocks / (multiprocessors * Math.ceilDiv(blocks, multiprocessors));
  }

  /** The share of the device's time in which no block computes. */
  public double tail() {
    return 1 - efficiency();
  }
}
