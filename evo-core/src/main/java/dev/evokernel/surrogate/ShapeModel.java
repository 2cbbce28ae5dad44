package dev.evokernel.surrogate;

import java.util.List;

/** What a {@link Surrogate} knows of one shape: a Gaussian process over its objectives alone. */
final class ShapeModel {

  private static final int TOO_FEW_TO_FIT = 6;

  private final Coordinates coordinates;
  private final AcquisitionSettings outlook;
  private final Hyperparameters prior;
  private Hyperparameters weights;
  private final Posterior posterior;
  private ObjectiveTransform standard;
  private double best = Double.POSITIVE_INFINITY;

  ShapeModel(Coordinates coordinates, AcquisitionSettings outlook) {
    this.coordinates = coordinates;
    this.outlook = outlook;
    this.prior = Hyperparameters.prior(coordinates, outlook.roughness());
    this.weights = prior;
    this.posterior = new Posterior(new CovarianceFunction(coordinates, weights));
    this.standard = ObjectiveTransform.of(List.of(), outlook.ceiling());
  }

  /** The best so far; infinite before the first. */
  double best() {
    return best;
  }

  /** What the last fit found, and the next begins from. */
  Hyperparameters weights() {
    return weights;
  }

  void restore(Hyperparameters earlier) {
    weights = earlier;
  }

  /** Hears of an objective that is not learnt yet, or will be at the next refit. */
  void hear(double objective) {
    if (objective < best) {
      best = objective;
    }
  }

  /**
   * @param remembered objectives of everything that will be told
   * @param choices of what the weights are fitted to
   * @param objectives of those
   */
  void refit(List<Double> remembered, List<int[]> choices, List<Double> objectives) {
    standard = ObjectiveTransform.of(remembered, outlook.ceiling());
    if (choices.size() >= TOO_FEW_TO_FIT) {
      double[] standardised = objectives.stream().mapToDouble(standard::of).toArray();
      weights = new HyperparameterFit(coordinates, prior, choices, standardised).from(weights);
    }
    posterior.restart(new CovarianceFunction(coordinates, weights));
  }

  Posterior posterior() {
    return posterior;
  }

  ObjectiveTransform standard() {
    return standard;
  }

  /** Learns that the oldest configuration under way was rejected. */
  void learnRejection() {
    posterior.learn(Math.max(posterior.expected(), ObjectiveTransform.REJECTED), 1);
  }

  /**
   * The expected improvement of the candidate on a seat; 0 or more, in units of how widely the
   * objectives of this shape are spread. A shape on which they differ by factors, and on which much
   * therefore seems possible, does not get all the attention.
   */
  double improvement(int seat) {
    double leader = Double.isFinite(best) ? standard.of(best) : 0;
    double deviation = outlook.exploration() * Math.sqrt(posterior.variance(seat));
    return Normal.expectedExcess((leader - posterior.mean(seat)) / deviation) * deviation;
  }

  /** An improvement as one of the best objective's logarithm. */
  double logarithm(double improvement) {
    return improvement * standard.deviation();
  }
}
