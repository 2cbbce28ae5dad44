package dev.evokernel.gate;

import module java.base;

import dev.evokernel.backend.ForwardingWorkspace;
import dev.evokernel.backend.GuardFill;
import dev.evokernel.backend.Program;
import dev.evokernel.backend.RejectionException;
import dev.evokernel.backend.Workspace;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;

/**
 * Workspace that ends the verification of a candidate which is far slower than the best, with
 * {@link Rejection#TIMEOUT}.
 *
 * <p>The limit is reached when all launches so far, at least two, took more than {@value #FACTOR}
 * times the best p50 and more than {@value #FLOOR_NANOS} ns. A single slow launch may be due to
 * another process or to first-touch page faults; launches below the floor cost too little to
 * matter. In a second attempt {@value #LAUNCHES_AGAIN} launches decide, unless each took more than
 * {@value #HOPELESS} times the limit.
 */
public final class PacedWorkspace extends ForwardingWorkspace {

  private static final int FACTOR = 20;
  private static final long FLOOR_NANOS = 50_000_000;
  private static final int LAUNCHES = 2;
  private static final int LAUNCHES_AGAIN = 6;
  private static final int HOPELESS = 4;

  private final double best;
  private final boolean again;
  private final LongSupplier nanoClock;
  private final List<Double> launches = new ArrayList<>();

  /**
   * @param best best p50 on this shape so far, in nanoseconds; empty for no limit
   * @param again whether this is a second attempt
   * @param nanoClock clock such as {@link System#nanoTime}
   */
  public PacedWorkspace(
      Workspace workspace, OptionalDouble best, boolean again, LongSupplier nanoClock) {
    super(workspace);
    this.again = again;
    this.best = best.orElse(Double.POSITIVE_INFINITY);
    this.nanoClock = nanoClock;
  }

  @Override
  public void launch(Program program) {
    long began = nanoClock.getAsLong();
    super.launch(program);
    launched(nanoClock.getAsLong() - began);
  }

  @Override
  public OptionalInt repeat(Program program, GuardFill guards, int count, long right) {
    long began = nanoClock.getAsLong();
    OptionalInt different = super.repeat(program, guards, count, right);
    launched((nanoClock.getAsLong() - began) / count);
    return different;
  }

  /** Times of all launches so far in nanoseconds, by the host's clock. */
  public Samples samples() {
    return Samples.of(launches.stream().mapToDouble(nanos -> nanos).toArray());
  }

  private void launched(long nanos) {
    launches.add((double) nanos);
    double fastest = Collections.min(launches);
    double limit = Math.max(FACTOR * best, FLOOR_NANOS);
    int least = again && fastest <= HOPELESS * limit ? LAUNCHES_AGAIN : LAUNCHES;
    if (launches.size() >= least && fastest > limit) {
      throw new RejectionException(
          Rejection.TIMEOUT,
          ("Too slow to be timed: each of %d launches took at least %s ms, the best so far takes %s"
                  + " ms. The limit is the larger of %d times the best and %d ms.")
              .formatted(
                  launches.size(), millis(fastest), millis(best), FACTOR, FLOOR_NANOS / 1_000_000));
    }
  }

  private static String millis(double nanos) {
    double millis = nanos / 1e6;
    return String.format(
        Locale.ROOT, millis >= 100 ? "%.0f" : millis >= 1 ? "%.1f" : "%.4f", millis);
  }

  /** Closes nothing: the workspace belongs to the engine. */
  @Override
  public void close() {}
}
