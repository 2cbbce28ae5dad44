package dev.evokernel.surrogate;

import java.util.Arrays;
import java.util.List;

/**
 * Objectives as the model wants them: logarithms, since what a parameter does multiplies; the bad
 * ones all at one ceiling; mean 0 and standard deviation 1.
 */
record ObjectiveTransform(boolean logarithmic, double ceiling, double mean, double deviation) {

  /** What a rejected configuration counts as, unless worse was expected: a bad one. */
  static final double REJECTED = 1;

  /**
   * @param ceiling the quantile from which on all are alike
   */
  static ObjectiveTransform of(List<Double> objectives, double ceiling) {
    if (objectives.isEmpty()) {
      return new ObjectiveTransform(false, Double.POSITIVE_INFINITY, 0, 1);
    }
    boolean logarithmic = objectives.stream().allMatch(objective -> objective > 0);
    double[] scaled =
        objectives.stream()
            .mapToDouble(objective -> logarithmic ? StrictMath.log(objective) : objective)
            .sorted()
            .toArray();
    double most = scaled[(int) (ceiling * (scaled.length - 1))];
    double mean = Arrays.stream(scaled).map(s -> Math.min(s, most)).sum() / scaled.length;
    double squares =
        Arrays.stream(scaled)
            .map(s -> (Math.min(s, most) - mean) * (Math.min(s, most) - mean))
            .sum();
    double deviation = scaled.length > 1 ? Math.sqrt(squares / (scaled.length - 1)) : 0;
    return new ObjectiveTransform(logarithmic, most, mean, deviation > 1e-9 ? deviation : 1);
  }

  /**
   * An improvement in the unit of the model, as a share of an objective.
   *
   * @return from 0 on; 1 is all of it
   */
  double share(double improvement, double objective) {
    double scaled = improvement * deviation;
    return logarithmic
        ? -StrictMath.expm1(-scaled)
        : scaled / Math.max(Math.abs(objective), Double.MIN_NORMAL);
  }

  /** An objective that is not positive, after only positive ones, counts as the best so far. */
  double of(double objective) {
    double scaled =
        logarithmic ? StrictMath.log(Math.max(objective, Double.MIN_NORMAL)) : objective;
    return (Math.min(scaled, ceiling) - mean) / deviation;
  }

  /** The logarithm of the objective that a number of this scale stands for. */
  double log(double standardised) {
    double scaled = standardised * deviation + mean;
    return logarithmic ? scaled : StrictMath.log(Math.max(scaled, Double.MIN_NORMAL));
  }
}
