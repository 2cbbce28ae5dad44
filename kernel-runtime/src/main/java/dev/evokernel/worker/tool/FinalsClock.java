package dev.evokernel.worker.tool;

import dev.evokernel.measure.FinalsTime;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Divides the time of finals among their shapes, by weight. What a shape leaves over is the next
 * ones', and each pays for its verification: after the rounds as long as before them, which was
 * measured, and on the shapes to come as long as on this one, by weight.
 */
public final class FinalsClock {

  private static final double OF_BASELINES = 2 / 3.;

  /** A program that imports PyTorch and is asked about its first shape. */
  private static final Duration LEAST_AT_FIRST = Duration.ofSeconds(10);

  private static final Duration LEAST_LATER = Duration.ofSeconds(2);

  private final FinalsTime time;
  private final List<String> shapes;
  private final Duration energy;
  private final LongSupplier nanoClock;
  private final long began;

  /**
   * @param shapes in the order in which they are measured
   * @param energy what measuring the energy of all finalists takes on one shape
   */
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
   * The time for all baselines to get ready on a shape: two thirds of what is left, but at least 10
   * s on the first, on which they start, and 2 s on each other.
   *
   * @param position of the shape, from 0
   */
  public Duration baselines(int position) {
    if (!time.isLimited()) {
      return time.within();
    }
    Duration least = position == 0 ? LEAST_AT_FIRST : LEAST_LATER;
    return Duration.ofNanos((long) Math.max((double) least.toNanos(), OF_BASELINES * left()));
  }

  /**
   * The time for the rounds on a shape; zero when all is spent.
   *
   * @param position of the shape, from 0
   * @param verified nanoseconds that verifying took before the rounds
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
