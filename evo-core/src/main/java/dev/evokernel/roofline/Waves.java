package dev.evokernel.roofline;

/**
 * Waves of resident blocks in a grid. The last wave is rarely full and leaves multiprocessors idle.
 *
 * @param blocks of the grid
 * @param residentBlocks of one multiprocessor
 * @param multiprocessors of the device
 */
public record Waves(long blocks, int residentBlocks, long multiprocessors) {

  public Waves {
    if (blocks < 1 || residentBlocks < 1 || multiprocessors < 1) {
      throw new IllegalArgumentException(
          "Waves need counts > 0, had %d blocks, %d resident on each of %d multiprocessors."
              .formatted(blocks, residentBlocks, multiprocessors));
    }
  }

  /** Number of waves, the last one as a fraction. */
  public double exact() {
    return (double) blocks / (residentBlocks * multiprocessors);
  }

  /** Number of waves, the last one as a whole. */
  public long whole() {
    return Math.ceilDiv(blocks, residentBlocks * multiprocessors);
  }

  /**
   * Share of the device's time that blocks use, from 0 to 1. Within a single wave each
   * multiprocessor is busy while its own blocks last, so that only an even spread counts.
   */
  public double efficiency() {
    return whole() > 1
        ? exact() / whole()
        : (double) blocks / (multiprocessors * Math.ceilDiv(blocks, multiprocessors));
  }

  /** Share of the device's time without a block. */
  public double tail() {
    return 1 - efficiency();
  }
}
