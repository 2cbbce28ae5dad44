package dev.evokernel.surrogate;

import java.util.Arrays;
import java.util.List;

/**
 * Transformation of objectives for the model: logarithms, because effects of parameters multiply;
 * clipped at a ceiling; then standardised to mean 0 and standard deviation 1.
 */
record ObjectiveTransform(boolean logarithmic, double ceiling, double mean, double deviation) {

  /** Standardised objective of a rejected configuration, unless a worse one was expected. */
  static final double REJECTED = 1;

  /** Clips objectives at the quantile {@code ceiling}. */
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

  /** Converts a standardised improvement to a share of an objective, where 1 is all of it. */
  double share(double improvement, double objective) {
    double scaled = improvement * deviation;
    return logarithmic
        ? -StrictMath.expm1(-scaled)
        : scaled / Math.max(Math.abs(objective), Double.MIN_NORMAL);
  }

  /**
   * Transforms an objective. A non-positive objective after only positive ones becomes the best so
   * far.
   */
  double of(double objective) {
    double scaled =
        logarithmic ? StrictMath.log(Math.max(objective, Double.MIN_NORMAL)) : objective;
    return (Math.min(scaled, ceiling) - mean) / deviation;
  }

  /** Logarithm of the objective with a standardised value. */
  double log(double standardised) {
    double scaled = standardised * deviation + mean;
    return logarithmic ? scaled : StrictMath.log(Math.max(scaled, Double.MIN_NORMAL));
  }
}
