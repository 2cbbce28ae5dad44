package dev.evokernel.surrogate;

import dev.evokernel.kernel.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What a finished set of evaluations says of all configurations: the model of the {@link Surrogate}
 * fitted once, to be read as often as a study likes. It expects the logarithm of the objective,
 * since what a parameter does multiplies.
 *
 * <p>A {@link Surrogate} looks for what is good and lets all that is bad count alike; here the bad
 * ones count as what they are.
 */
public final class ResponseSurface {

  /** The share of the memory that the weights are fitted to. */
  private static final double FITTED = 0.3;

  private static final double ALL = 1;

  /**
   * One evaluation.
   *
   * @param choices the position of the value of each parameter
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
   * What is expected of a configuration.
   *
   * @param log of the objective
   * @param deviation of that, as the model sees it
   */
  public record Expectation(double log, double deviation) {

    /**
     * The expected improvement over another objective, as a share of that.
     *
     * @param than its logarithm
     * @param stretch how many times as uncertain as the model thinks this is
     */
    public double gain(double than, double stretch) {
      double spread = Math.max(1e-12, stretch * deviation);
      return -Math.expm1(-spread * Normal.expectedExcess((than - log) / spread));
    }
  }

  private final ObjectiveTransform transform;
  private final CovarianceFunction likeness;
  private final List<int[]> known;
  private final double[] weights;
  private final double[][] inverse;
  private final double amplitude;

  private ResponseSurface(
      ObjectiveTransform transform,
      CovarianceFunction likeness,
      List<int[]> known,
      double... standardised) {
    this.transform = transform;
    this.likeness = likeness;
    this.known = known;
    this.inverse = Cholesky.of(covariance(likeness, known)).inverse();
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
   * @param memory how many it goes through at most, a quarter of them the best and the others
   *     drawn; the cost of a look grows with it
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
        Draw.bestAndRest(observations, memory, 0.25, Observation::objective, random);
    ObjectiveTransform transform =
        ObjectiveTransform.of(kept.stream().map(Observation::objective).toList(), ALL);
    var coordinates = new Coordinates(parameters);
    Hyperparameters prior =
        Hyperparameters.prior(coordinates, AcquisitionSettings.DEFAULT.roughness());
    List<Observation> fitted =
        Draw.bestAndRest(kept, (int) (FITTED * memory), 0.25, Observation::objective, random);
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
    return observations.stream().map(one -> one.choices().clone()).toList();
  }

  private static double[] standardised(
      List<Observation> observations, ObjectiveTransform transform) {
    return observations.stream().mapToDouble(one -> transform.of(one.objective())).toArray();
  }

  private static double[][] covariance(CovarianceFunction likeness, List<int[]> known) {
    var rows = new ArrayList<double[]>();
    for (int i = 0; i < known.size(); i++) {
      double[] row = new double[i + 1];
      for (int j = 0; j < i; j++) {
        row[j] = likeness.between(known.get(i), known.get(j));
      }
      row[i] = 1 + likeness.noise();
      rows.add(row);
    }
    return rows.toArray(double[][]::new);
  }

  /** The logarithm of the objective that is expected of a configuration. */
  public double log(int... choices) {
    return transform.log(Cholesky.dot(weights, alikeness(choices), weights.length));
  }

  /** The same with its uncertainty. */
  public Expectation at(int... choices) {
    double[] alike = alikeness(choices);
    double[] solved = HyperparameterFit.times(inverse, alike);
    int n = alike.length;
    double rest = Math.max(1e-9, 1 - Cholesky.dot(alike, solved, n));
    return new Expectation(
        transform.log(Cholesky.dot(weights, alike, n)),
        transform.deviation() * Math.sqrt(rest * amplitude));
  }

  private double[] alikeness(int... choices) {
    double[] alike = new double[known.size()];
    for (int i = 0; i < alike.length; i++) {
      alike[i] = likeness.between(choices, known.get(i));
    }
    return alike;
  }
}
