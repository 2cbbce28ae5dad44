package dev.evokernel.lab;

import module java.base;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Mean of independent parts, with its standard error.
 *
 * @param standardError NaN for a single part
 */
record Score(double mean, double standardError, double degreesOfFreedom) {

  public static Score ofRuns(double... runs) {
    double mean = Arrays.stream(runs).average().orElseThrow();
    double squares = Arrays.stream(runs).map(run -> (run - mean) * (run - mean)).sum();
    int n = runs.length;
    return new Score(mean, n == 1 ? Double.NaN : Math.sqrt(squares / (n - 1) / n), n - 1);
  }

  /** Mean over spaces with equal weights; the runs of different spaces are independent. */
  public static Score mean(List<Score> scores) {
    double n = scores.size();
    double mean = scores.stream().mapToDouble(Score::mean).sum() / n;
    return new Score(mean, Math.sqrt(variance(scores)) / n, satterthwaite(scores));
  }

  /** Difference from an independent score. */
  public Score minus(Score other) {
    List<Score> both = List.of(this, other);
    return new Score(mean - other.mean, Math.sqrt(variance(both)), satterthwaite(both));
  }

  /** Half the width of the 95 % confidence interval, by Student's t; NaN for a single part. */
  public double margin() {
    return degreesOfFreedom > 0
        ? TDistribution.of(degreesOfFreedom).inverseCumulativeProbability(0.975) * standardError
        : Double.NaN;
  }

  /** Mean with its 95 % confidence interval, if there is one. */
  public String text(DoubleFunction<String> number) {
    double margin = margin();
    return Double.isNaN(margin)
        ? number.apply(mean)
        : "%s (%s to %s)"
            .formatted(
                number.apply(mean), number.apply(mean - margin), number.apply(mean + margin));
  }

  private static double variance(List<Score> scores) {
    return scores.stream().mapToDouble(score -> score.standardError * score.standardError).sum();
  }

  /** Degrees of freedom by Welch (1947) and Satterthwaite (1946). */
  private static double satterthwaite(List<Score> scores) {
    double variance = variance(scores);
    double shares =
        scores.stream()
            .filter(score -> score.standardError > 0)
            .mapToDouble(score -> Math.pow(score.standardError, 4) / score.degreesOfFreedom)
            .sum();
    return shares == 0
        ? scores.stream().mapToDouble(Score::degreesOfFreedom).sum()
        : variance * variance / shares;
  }
}
