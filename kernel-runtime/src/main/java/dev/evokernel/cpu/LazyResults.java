package dev.evokernel.cpu;

import module java.base;

import dev.evokernel.backend.RejectionException;
import dev.evokernel.cpu.containment.FaultHandlers;
import dev.evokernel.outcome.Rejection;

/**
 * Check for results that a candidate computes only when evo reads them: in a handler of faults at
 * its protected outputs, or by other means.
 *
 * <p>Handlers are compared after launches, before outputs are read. After a batch chosen at random,
 * a byte of each page of the outputs is read twice. The first pass may take longer than the second
 * only by what faults and caches explain.
 */
final class LazyResults {

  /** Number of batches of which one, at random, is followed by a look at the outputs. */
  private static final int BATCHES_OF_A_LOOK = 32;

  /** Slow looks in a row that are no chance. */
  private static final int MOST = 6;

  /** Nanoseconds by which a first look may take longer, besides those of each page. */
  private static final long LOOK_NANOS = 5_000;

  private static final long PAGE_NANOS = 1_000;

  private final CpuBuffers buffers;
  private final SecondClock clock;
  private final RandomGenerator random = new SecureRandom();
  private int slow;

  LazyResults(CpuBuffers buffers, SecondClock clock) {
    this.buffers = buffers;
    this.clock = clock;
  }

  /**
   * @throws RejectionException as left behind if faults are handled in another way than before
   */
  static void requireUsualHandlers() {
    FaultHandlers.changes()
        .rejection()
        .ifPresent(
            rejected -> {
              throw new RejectionException(rejected.reason(), rejected.message());
            });
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
    long longer = clock.nanos(buffers::touch) - clock.nanos(buffers::touch);
    slow = longer > ofALaunch + LOOK_NANOS + PAGE_NANOS * buffers.outputPages() ? slow + 1 : 0;
    if (slow == MOST) {
      throw new RejectionException(
          Rejection.SUSPICIOUS,
          String.format(
              Locale.ROOT,
              "The first look at its outputs takes %.1f µs longer than the next, a launch %.1f µs."
                  + " Maybe it computes results when they are read.",
              longer / 1e3,
              ofALaunch / 1e3));
    }
  }
}
