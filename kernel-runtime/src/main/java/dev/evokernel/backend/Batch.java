package dev.evokernel.backend;

import dev.evokernel.kernel.CacheState;

/**
 * Launches that are timed together.
 *
 * @param cache the state of the caches before every launch
 * @param begin position of the input set that the first launch reads; launch {@code i} reads the
 *     set at {@code begin + i}, modulo the number of sets in turn
 * @param probed the position of the launch that writes to the outputs of {@link BufferSet#SECOND},
 *     which no other launch of the batch overwrites. The last launch, whose result stays in the
 *     outputs of {@link BufferSet#FIRST}, is probed only if it is alone. {@value #NONE} for none.
 */
public record Batch(
    int launches, CacheState cache, int begin, int probed, WhenDisturbed disturbed) {

  public enum WhenDisturbed {
    /** The batch is repeated, some times at most. */
    REPEAT,
    /** The caller repeats it, or not. */
    RETURN,
    /** Nothing, because a repetition would find inputs that the program has seen. */
    IGNORE
  }

  public static final int NONE = -1;

  public Batch {
    if (launches < 1 || begin < 0 || probed < NONE || probed > Math.max(0, launches - 2)) {
      throw new IllegalArgumentException(
          "A batch needs launches ≥ 1, was %d, begin ≥ 0, was %d, and a probed launch before the last or %d, was %d."
              .formatted(launches, begin, NONE, probed));
    }
  }

  public Batch(int launches, CacheState cache, int probed) {
    this(launches, cache, 0, probed, WhenDisturbed.REPEAT);
  }

  public Batch(int launches, CacheState cache) {
    this(launches, cache, NONE);
  }

  /** Position of the launch whose result stays in the first outputs; {@link #NONE} for none. */
  public int lasting() {
    return probed == launches - 1 ? NONE : launches - 1;
  }

  /** Hot launches that are not repeated. */
  public static Batch once(int launches) {
    return new Batch(launches, CacheState.HOT, 0, NONE, WhenDisturbed.IGNORE);
  }
}
