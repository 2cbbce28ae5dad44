package dev.evokernel.lab.measure;

import module java.base;

import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.Bootstrap;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.stats.SpeedUp;

/**
 * Ratio of a quantity under two conditions, from rounds that observed both shortly after each
 * other, so that drift cancels.
 *
 * @param median over the rounds
 * @param low lower end of the median's 95 % interval
 * @param high upper end of that interval
 */
public record PairedRatio(double median, double low, double high) {

  /**
   * Computes the ratio.
   *
   * @param above one observation for each round
   * @param below one observation for each round
   */
  public static PairedRatio of(double[] above, double[] below, RandomGenerator random) {
    if (above.length != below.length || above.length == 0) {
      throw new IllegalArgumentException(
          above.length + " and " + below.length + " observations are not pairs.");
    }
    double[] ratios = above.clone();
    Arrays.setAll(ratios, i -> above[i] / below[i]);
    Samples rounds = Samples.of(ratios);
    Bootstrap.Interval interval =
        new Bootstrap(random).quantile(rounds, 0.5).interval(SpeedUp.CONFIDENCE);
    return new PairedRatio(rounds.p50(), interval.low(), interval.high());
  }

  @Override
  public String toString() {
    return RatioEstimate.isMeasurable(low, high)
        ? String.format(Locale.ROOT, "%.4f (%.4f to %.4f)", median, low, high)
        : RatioEstimate.text(median, low, high);
  }
}
