package dev.evokernel.backend;

import dev.evokernel.kernel.CacheState;

/**
 * Launches that are timed together.
 *
 * @param launches at least 1
 * @param cache what every launch finds in the caches
 * @param probed the position of the launch that writes to the outputs of {@link BufferSet#SECOND},
 *     where no other launch of the batch overwrites its result; never the last, whose result stays
 *     in those of {@link BufferSet#FIRST}; {@value #NONE} for none
 */
public record Batch(int launches, CacheState cache, int probed) {

  public static final int NONE = -1;

  public Batch {
    if (launches < 1 || probed < NONE || (probed != NONE && probed > launches - 2)) {
      throw new IllegalArgumentException(
          "A batch needs launches ≥ 1 and a probed one before the last or %d, was %d and %d."
              .formatted(NONE, launches, probed));
    }
  }

  /** Without a probed launch. */
  public Batch(int launches, CacheState cache) {
    this(launches, cache, NONE);
  }
}
