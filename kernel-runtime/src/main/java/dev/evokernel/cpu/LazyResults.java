package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.outcome.Rejection;

/**
 * Check for results that a candidate computes only when evo reads them. After a batch chosen at
 * random, a byte of each page of the outputs is read twice. The first look may take longer than the
 * second only by what caches explain.
 */
final class LazyResults {

  /** Number of batches of which one, at random, is followed by a look at the outputs. */
  private static final int BATCHES_OF_A_LOOK = 32;

  /** Slow looks in a row that are no chance. */
  private static final int MOST = 6;

  private final CpuBuffers buffers;
  private final SecondClock clock;
  private final RandomGenerator random = new SecureRandom();
  private int slow;

  LazyResults(CpuBuffers buffers, SecondClock clock) {
    this.buffers = buffers;
    this.clock = clock;
  }

  /**
   * Looks at the outputs of a batch, now and then.
   *
   * @param ofALaunch nanoseconds of a launch in the batch
   * @throws RejectionException as suspicious if the outputs come late
   */
  void sampled(long ofALaunch) {
    if (slow == 0 && random.nextInt(BATCHES_OF_A_LOOK) != 0) {
      return;
    }
    long look = clock.nanos(() -> {}, buffers::touch);
    long second = clock.nanos(() -> {}, buffers::touch);
    slow = look > ofALaunch + 5_000 + 4 * second ? slow + 1 : 0;
    if (slow == MOST) {
      throw new RejectionException(
          Rejection.SUSPICIOUS,
          String.format(
              Locale.ROOT,
              "The first look at its outputs takes %.1f µs, the next %.1f µs, a launch %.1f µs. Maybe"
                  + " it computes results when they are read.",
              look / 1e3,
              second / 1e3,
              ofALaunch / 1e3));
    }
  }
}
