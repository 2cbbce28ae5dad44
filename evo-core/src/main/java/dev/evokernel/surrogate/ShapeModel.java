package dev.evokernel.surrogate;

import java.util.List;

/** What a {@link Surrogate} knows of one shape: a Gaussian process over its objectives alone. */
final class ShapeModel {

  private static final int TOO_FEW_TO_FIT = 6;

  private final Coordinates coordinates;
  private final AcquisitionSettings acquisition;
  private final Hyperparameters prior;
  private Hyperparameters weights;
  private final Posterior posterior;
  private ObjectiveTransform transform;
  private double best = Double.POSITIVE_INFINITY;

  /** The best as the posterior has it; the mean before there is one. */
  private double leader;

  ShapeModel(Coordinates coordinates, AcquisitionSettings acquisition) {
    this.coordinates = coordinates;
    this.acquisition = acquisition;
    this.prior = Hyperparameters.prior(coordinates, acquisition.roughness());
    this.weights = prior;
    this.posterior = new Posterior(new CovarianceFunction(coordinates, weights));
    this.transform = ObjectiveTransform.of(List.of(), acquisition.ceiling());
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
      leader = transform.of(best);
    }
  }

  /**
   * @param remembered objectives of everything that will be told
   * @param choices of what the weights are fitted to
   * @param objectives of those
   */
  void refit(List<Double> remembered, List<int[]> choices, List<Double> objectives) {
    transform = ObjectiveTransform.of(remembered, acquisition.ceiling());
    leader = Double.isFinite(best) ? transform.of(best) : 0;
    if (choices.size() >= TOO_FEW_TO_FIT) {
      double[] standardised = objectives.stream().mapToDouble(transform::of).toArray();
      weights = new HyperparameterFit(coordinates, prior, choices, standardised).from(weights);
    }
    posterior.restart(new CovarianceFunction(coordinates, weights));
  }

  Posterior posterior() {
    return posterior;
  }

  ObjectiveTransform transform() {
    return transform;
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
    double deviation = acquisition.exploration() * Math.sqrt(posterior.variance(seat));
    return Normal.expectedExcess((leader - posterior.mean(seat)) / deviation) * deviation;
  }

  /** An improvement as one of the best objective's logarithm. */
  double logarithm(double improvement) {
    return improvement * transform.deviation();
  }
}
