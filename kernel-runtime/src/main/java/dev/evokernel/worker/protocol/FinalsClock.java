package dev.evokernel.worker.protocol;

import module java.base;

import dev.evokernel.measure.FinalsTime;

/**
 * A clock that divides the time of finals among their shapes, by weight.
 *
 * <p>Unspent time of a shape goes to the shapes after it. Each shape pays for its own verification.
 * The clock assumes that verification after the rounds takes as long as the measured verification
 * before them, and that verification of later shapes takes as long in proportion to their weights.
 */
public final class FinalsClock {

  private static final double OF_BASELINES = 2 / 3.;

  private final FinalsTime time;
  private final List<String> shapes;
  private final Duration energy;
  private final LongSupplier nanoClock;
  private final long began;

  public FinalsClock(
      FinalsTime time, List<String> shapes, Duration energy, LongSupplier nanoClock) {
    this.time = time;
    this.shapes = List.copyOf(shapes);
    this.energy = energy;
    this.nanoClock = nanoClock;
    this.began = nanoClock.getAsLong();
  }

  public long nanos() {
    return nanoClock.getAsLong();
  }

  private double left() {
    return (double) time.within().toNanos() - (nanos() - began);
  }

  /**
   * Returns the time for all baselines to get ready on a shape: two thirds of what is left; zero if
   * it is spent.
   */
  public Duration baselines() {
    return time.isLimited()
        ? Duration.ofNanos((long) (OF_BASELINES * Math.max(0, left())))
        : time.within();
  }

  /**
   * Returns the time for the rounds on a shape; zero if none is left.
   *
   * @param verified nanoseconds of the verification before the rounds
   */
  public Duration rounds(int position, long verified) {
    if (!time.isLimited()) {
      return time.within();
    }
    double own = time.weight(shapes.get(position));
    double later =
        shapes.subList(position + 1, shapes.size()).stream().mapToDouble(time::weight).sum();
    double verification = verified * (1 + 2 * later / own);
    double metering = (double) energy.toNanos() * (shapes.size() - position);
    return Duration.ofNanos(
        (long) Math.max(0, (left() - verification - metering) * own / (own + later)));
  }
}
