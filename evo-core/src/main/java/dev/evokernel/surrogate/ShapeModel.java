package dev.evokernel.surrogate;

import java.util.List;

/** Model of one shape in a {@link Surrogate}: a Gaussian process over its objectives alone. */
final class ShapeModel {

  private static final int TOO_FEW_TO_FIT = 6;

  private final Coordinates coordinates;
  private final Surrogate.AcquisitionSettings acquisition;
  private final Hyperparameters prior;
  private Hyperparameters weights;
  private final Posterior posterior;
  private final Trend trend;
  private ObjectiveTransform transform;
  private double best = Double.POSITIVE_INFINITY;

  /** Standardised best objective; 0, the mean, before there is one. */
  private double leader;

  ShapeModel(
      Coordinates coordinates,
      Surrogate.AcquisitionSettings acquisition,
      List<RelatedOutput> related) {
    this.coordinates = coordinates;
    this.acquisition = acquisition;
    this.prior = Hyperparameters.prior(coordinates, acquisition.roughness());
    this.weights = prior;
    this.posterior = new Posterior(new CovarianceFunction(coordinates, weights));
    this.transform = ObjectiveTransform.of(List.of(), acquisition.ceiling());
    this.trend = new Trend(related, acquisition.ceiling());
  }

  /** Best objective so far; infinite before the first. */
  double best() {
    return best;
  }

  Hyperparameters weights() {
    return weights;
  }

  void restore(Hyperparameters earlier) {
    weights = earlier;
  }

  /** Notes an objective that is learnt later, at the latest at the next refit. */
  void hear(double objective) {
    if (objective < best) {
      best = objective;
      leader = transform.of(best);
    }
  }

  /** Refits to some choices. Objectives of all configurations to be told are remembered. */
  void refit(
      List<int[]> rememberedChoices,
      List<Double> remembered,
      List<int[]> choices,
      List<Double> objectives) {
    transform = ObjectiveTransform.of(remembered, acquisition.ceiling());
    leader = Double.isFinite(best) ? transform.of(best) : 0;
    double[] standardised = objectives.stream().mapToDouble(transform::of).toArray();
    trend.fit(
        rememberedChoices, new CovarianceFunction(coordinates, weights), choices, standardised);
    if (choices.size() >= TOO_FEW_TO_FIT) {
      for (int i = 0; i < standardised.length; i++) {
        standardised[i] -= trend.at(choices.get(i));
      }
      weights = new HyperparameterFit(coordinates, prior, choices, standardised).from(weights);
    }
    posterior.restart(new CovarianceFunction(coordinates, weights), trend::at);
  }

  Posterior posterior() {
    return posterior;
  }

  ObjectiveTransform transform() {
    return transform;
  }

  void learnRejection() {
    posterior.learn(Math.max(posterior.expected(), ObjectiveTransform.REJECTED), 1);
  }

  /**
   * Expected improvement of a candidate; 0 or more, in standard deviations of this shape's
   * objectives. A shape whose objectives differ by factors, with much seemingly possible, therefore
   * does not dominate.
   */
  double improvement(int row) {
    double deviation = acquisition.exploration() * Math.sqrt(posterior.variance(row));
    return ResponseSurface.expectedExcess((leader - posterior.mean(row)) / deviation) * deviation;
  }

  /** Converts an improvement to the scale of the objective's logarithm. */
  double logarithm(double improvement) {
    return improvement * transform.deviation();
  }
}
