package dev.evokernel.stats;

import dev.evokernel.outcome.Samples;
import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * How much larger a quantity is under one condition than under another, from rounds in which both
 * were observed shortly after each other: drift hits both alike and falls out.
 *
 * @param median over the rounds
 * @param low lower end of the median's 95 % interval
 * @param high upper end of it
 */
public record PairedRatio(double median, double low, double high) {

  /**
   * @param above one observation for each round
   * @param below the other, of the same rounds
   */
  public static PairedRatio of(double[] above, double[] below, RandomGenerator random) {
    if (above.length != below.length || above.length == 0) {
      throw new IllegalArgumentException(
          above.length + " and " + below.length + " observations are no pairs.");
    }
    double[] ratios = above.clone();
    Arrays.setAll(ratios, i -> above[i] / below[i]);
    Samples rounds = Samples.of(ratios);
    Bootstrap.Interval interval =
        new Bootstrap(random).quantile(rounds, 0.5).interval(SpeedUp.CONFIDENCE);
    return new PairedRatio(rounds.p50(), interval.low(), interval.high());
  }

  /** For example {@code 1.012 (1.004 to 1.020)}. */
  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%.4f (%.4f to %.4f)", median, low, high);
  }
}
