package dev.evokernel.surrogate;

import module java.base;

import dev.evokernel.kernel.Parameter;
import java.util.List;
import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Response surface of a finished set of evaluations: the model of the {@link Surrogate}, fitted
 * once and read any number of times. It predicts the logarithm of the objective, because effects of
 * parameters multiply.
 *
 * <p>A {@link Surrogate} searches for good configurations and clips bad ones; this surface does
 * not.
 */
public final class ResponseSurface {

  /** Share of the memory to which the hyperparameters are fitted. */
  private static final double FITTED = 0.3;

  private static final double ALL = 1;

  private static final NormalDistribution STANDARD = NormalDistribution.of(0, 1);

  /**
   * One evaluation.
   *
   * @param choices position of the value of each parameter
   * @param objective above 0
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Observation(int[] choices, double objective) {
    public Observation {
      if (!(objective > 0 && Double.isFinite(objective))) {
        throw new IllegalArgumentException("objective must be > 0, was " + objective + ".");
      }
    }
  }

  /**
   * Prediction for a configuration.
   *
   * @param log logarithm of the objective
   * @param deviation standard deviation of the logarithm
   */
  public record Expectation(double log, double deviation) {

    /**
     * Expected improvement over another objective, as a share of that objective.
     *
     * @param than logarithm of the other objective
     * @param stretch factor of the deviation
     */
    public double gain(double than, double stretch) {
      double spread = Math.max(1e-12, stretch * deviation);
      return -Math.expm1(-spread * expectedExcess((than - log) / spread));
    }
  }

  private final ObjectiveTransform transform;
  private final CovarianceFunction covariance;
  private final List<int[]> known;
  private final double[] weights;
  private final double[][] inverse;
  private final double amplitude;

  private ResponseSurface(
      ObjectiveTransform transform,
      CovarianceFunction covariance,
      List<int[]> known,
      double... standardised) {
    this.transform = transform;
    this.covariance = covariance;
    this.known = known;
    this.inverse = Cholesky.of(HyperparameterFit.covariance(covariance, known)).inverse();
    this.weights = HyperparameterFit.times(inverse, standardised);
    int n = known.size();
    this.amplitude =
        (Cholesky.dot(weights, standardised, n) + HyperparameterFit.PSEUDO_COUNT)
            / (n + HyperparameterFit.PSEUDO_COUNT);
  }

  /**
   * Fits a surface to evaluations.
   *
   * @param observations at least one
   * @param memory maximum number of used evaluations, a quarter of them the best and the rest
   *     sampled; the cost of a prediction grows with it
   */
  public static ResponseSurface of(
      List<Parameter> parameters,
      List<Observation> observations,
      int memory,
      RandomGenerator random) {
    if (observations.isEmpty()) {
      throw new IllegalArgumentException("A response surface needs at least one observation.");
    }
    List<Observation> kept =
        bestAndRest(observations, memory, 0.25, Observation::objective, random);
    ObjectiveTransform transform =
        ObjectiveTransform.of(kept.stream().map(Observation::objective).toList(), ALL);
    var coordinates = new Coordinates(parameters, false);
    Hyperparameters prior =
        Hyperparameters.prior(coordinates, Surrogate.AcquisitionSettings.DEFAULT.roughness());
    List<Observation> fitted =
        bestAndRest(kept, (int) (FITTED * memory), 0.25, Observation::objective, random);
    Hyperparameters fit =
        new HyperparameterFit(coordinates, prior, choices(fitted), standardised(fitted, transform))
            .from(prior);
    return new ResponseSurface(
        transform,
        new CovarianceFunction(coordinates, fit),
        choices(kept),
        standardised(kept, transform));
  }

  private static List<int[]> choices(List<Observation> observations) {
    return observations.stream().map(observation -> observation.choices().clone()).toList();
  }

  private static double[] standardised(
      List<Observation> observations, ObjectiveTransform transform) {
    return observations.stream()
        .mapToDouble(observation -> transform.of(observation.objective()))
        .toArray();
  }

  /** Predicted logarithm of the objective of a configuration. */
  public double log(int... choices) {
    return transform.log(Cholesky.dot(weights, covariances(choices), weights.length));
  }

  public Expectation at(int... choices) {
    double[] covariances = covariances(choices);
    double[] solved = HyperparameterFit.times(inverse, covariances);
    int n = covariances.length;
    double rest = Math.max(1e-9, 1 - Cholesky.dot(covariances, solved, n));
    return new Expectation(
        transform.log(Cholesky.dot(weights, covariances, n)),
        transform.deviation() * Math.sqrt(rest * amplitude));
  }

  private double[] covariances(int... choices) {
    return known.stream().mapToDouble(point -> covariance.between(choices, point)).toArray();
  }

  /** Mean of {@code max(0, z + x)} over a standard normal {@code x}; never negative. */
  static double expectedExcess(double z) {
    return Math.max(0, z * STANDARD.cumulativeProbability(z) + STANDARD.density(z));
  }

  /**
   * Returns the best evaluations, a share of all that are kept, and a random sample of the rest.
   * All stay in their order if they are few. A lower worth is better.
   */
  static <T> List<T> bestAndRest(
      List<T> from, int count, double share, ToDoubleFunction<T> worth, RandomGenerator random) {
    if (from.size() <= count) {
      return from;
    }
    double[] worths = from.stream().mapToDouble(worth).toArray();
    List<T> sorted =
        IntStream.range(0, worths.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> worths[i]))
            .map(from::get)
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(sorted.subList((int) (share * count), sorted.size()), Random.from(random));
    return List.copyOf(sorted.subList(0, count));
  }
}
