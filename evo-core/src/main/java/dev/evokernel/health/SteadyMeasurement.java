package dev.evokernel.health;

import module java.base;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.GeometricMean;
import dev.evokernel.worker.protocol.Evaluated;

/**
 * Measurement that objectives are relative to: repeated until the two fastest agree; the fastest
 * counts.
 *
 * <p>Other load makes a kernel slower, never faster. One disturbed measurement of the default would
 * make every candidate of the run look good.
 */
public final class SteadyMeasurement {

  private static final int AT_MOST = 6;
  private static final double AGREEMENT = 1.05;

  @FunctionalInterface
  public interface Attempt {
    Evaluated evaluate() throws InterruptedException;
  }

  private SteadyMeasurement() {}

  /** Measures without a time limit. */
  public static Evaluated of(Attempt attempt) throws InterruptedException {
    return of(attempt, () -> true);
  }

  /**
   * Returns the fastest measurement with the total duration of all; the first rejection ends it.
   *
   * @param time whether there is time for another measurement
   */
  public static Evaluated of(Attempt attempt, BooleanSupplier time) throws InterruptedException {
    List<Measured> measured = new ArrayList<>();
    Evaluated latest = attempt.evaluate();
    while (latest.outcome() instanceof Measured result) {
      measured.add(result);
      measured.sort(Comparator.comparingDouble(SteadyMeasurement::meanP50));
      if (measured.size() == AT_MOST || agree(measured) || !time.getAsBoolean()) {
        return latest.with(measured.getFirst());
      }
      latest = attempt.evaluate().after(latest);
    }
    return latest;
  }

  private static boolean agree(List<Measured> fastestFirst) {
    return fastestFirst.size() > 1
        && meanP50(fastestFirst.get(1)) <= AGREEMENT * meanP50(fastestFirst.get(0));
  }

  private static double meanP50(Measured measured) {
    return GeometricMean.of(
        measured.measurements().stream()
            .map(Measurement::samples)
            .mapToDouble(Samples::p50)
            .toArray());
  }
}
