package dev.evokernel.surrogate;

import module java.base;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.surrogate.Coregionalisation.Regression;

/**
 * Surrogate model of the objectives, with the acquisition value of each candidate: the expected
 * improvement over the best so far (Jones, Schonlau and Welch, 1998), reduced by the risk of a
 * rejection.
 *
 * <p>The candidate set is a list of rows. Each configuration that begins or is learnt updates the
 * predictions of all candidates.
 *
 * <p>With several shapes, each shape has its own Gaussian process. Objectives on the timed shapes
 * of a configuration give a hint for the other shapes, as good as the correlation of the shapes.
 * Fully coupled processes would predict slightly better, but multiply the cost by the number of
 * shapes.
 *
 * <p>The model uses at most {@value #MEMORY} evaluations, the best and a sample of the rest, so
 * that a proposal costs the same after fifty thousand evaluations as after five hundred.
 */
public final class Surrogate {

  /** Maximum number of evaluations of a refitted model, which grows until the next fit. */
  private static final int MEMORY = 400;

  /** Share of the best among them; the rest are sampled. */
  private static final double BEST_SHARE = 0.6;

  /** Evaluations to which the hyperparameters are fitted, half of them the best. */
  private static final int FITTED = 120;

  private static final double GROWTH = 1.25;
  private static final int LONGEST_WAIT = 100;

  /** Minimum share of the variance that a hint counts for. */
  private static final double LEAST_EXPLAINED = 0.01;

  /** Evaluated configuration, with {@link Double#NaN} for a shape on which it was not timed. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, never handed out.
  private record KnownObjectives(int[] choices, double[] objectives) {

    boolean isRejected() {
      for (double objective : objectives) {
        if (!Double.isNaN(objective)) {
          return false;
        }
      }
      return true;
    }

    /**
     * Shapes on which it was timed; all shapes if it was rejected, because no other will be timed.
     */
    int[] shapes() {
      return IntStream.range(0, objectives.length)
          .filter(s -> isRejected() || !Double.isNaN(objectives[s]))
          .toArray();
    }
  }

  /** Configuration in flight, and the shapes on which it is timed, ascending. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, never handed out.
  private record UnderWay(int[] choices, int[] shapes) {}

  private final ShapeOutputs outputs;
  private final TimingChoice timing;
  private final RandomGenerator random;
  private final List<ShapeModel> models;
  private final List<KnownObjectives> known = new ArrayList<>();
  private final List<UnderWay> underWay = new ArrayList<>();
  private Coregionalisation together;
  private int refitAt;

  /**
   * Creates a model of one objective for each shape.
   *
   * @param acrossVariants whether the first parameter chooses a variant
   * @param random draws the sample of a long history
   */
  public Surrogate(
      List<Parameter> parameters,
      boolean acrossVariants,
      AcquisitionSettings acquisition,
      ShapeOutputs outputs,
      RandomGenerator random) {
    var coordinates = new Coordinates(parameters, acrossVariants);
    this.outputs = outputs;
    this.timing = new TimingChoice(outputs.overhead());
    this.random = random;
    this.models =
        IntStream.range(0, outputs.count())
            .mapToObj(s -> new ShapeModel(coordinates, acquisition, outputs.related(s)))
            .toList();
    this.together = new Coregionalisation(outputs);
  }

  /**
   * Adds a configuration whose evaluation begins.
   *
   * @param shapes on which it is timed, ascending; none for all
   */
  public void begin(int[] choices, List<Integer> shapes) {
    int[] timed =
        shapes.isEmpty()
            ? IntStream.range(0, models.size()).toArray()
            : shapes.stream().mapToInt(s -> s).toArray();
    var begun = new UnderWay(choices.clone(), timed);
    underWay.add(begun);
    tell(begun.choices(), timed);
  }

  /** Adds a pending configuration to the models of its shapes, and a hint to the other models. */
  private void tell(int[] choices, int... timed) {
    shapes()
        .forEach(
            s -> {
              Posterior posterior = models.get(s).posterior();
              if (Arrays.binarySearch(timed, s) >= 0) {
                posterior.tell(choices, 1);
              } else {
                posterior.tell(choices, explained(together.regression(s, timed)));
              }
            });
  }

  /**
   * Positions of the models. The models share no mutable state, so that the result does not depend
   * on threads.
   */
  private IntStream shapes() {
    IntStream shapes = IntStream.range(0, models.size());
    return outputs.isSingle() ? shapes : shapes.parallel();
  }

  private static double explained(Regression regression) {
    return Math.max(LEAST_EXPLAINED, regression.explained());
  }

  /**
   * Learns the outcome of a pending evaluation.
   *
   * @param pending its position among the pending evaluations, 0 for the oldest
   * @param objectives one for each shape, {@link Double#NaN} if not timed; a configuration timed
   *     nowhere is rejected
   */
  public void learn(int pending, double... objectives) {
    UnderWay over = underWay.remove(pending);
    models.forEach(model -> model.posterior().advance(pending));
    recall(over.choices(), objectives);
    take(known.getLast(), over.shapes());
  }

  /** Notes an outcome of an earlier session; call {@link #restore} afterwards. */
  public void recall(int[] choices, double... objectives) {
    known.add(new KnownObjectives(choices.clone(), objectives.clone()));
    for (int s = 0; s < models.size(); s++) {
      models.get(s).hear(objectives[s]);
    }
  }

  public void restore(double... hyperparameters) {
    int each = hyperparameters.length / models.size();
    for (int s = 0; s < models.size(); s++) {
      models
          .get(s)
          .restore(
              Hyperparameters.of(Arrays.copyOfRange(hyperparameters, s * each, (s + 1) * each)));
    }
    refitAt = 0;
  }

  /** Hyperparameters of the last fit, shape by shape. */
  public double[] hyperparameters() {
    return models.stream()
        .map(ShapeModel::weights)
        .flatMapToDouble(weights -> IntStream.range(0, weights.size()).mapToDouble(weights::get))
        .toArray();
  }

  private void take(KnownObjectives evaluated, int... timed) {
    if (evaluated.isRejected()) {
      models.forEach(ShapeModel::learnRejection);
      return;
    }
    double[] residuals = new double[models.size()];
    Arrays.fill(residuals, Double.NaN);
    for (int s : timed) {
      ShapeModel model = models.get(s);
      double objective = model.transform().of(evaluated.objectives()[s]);
      residuals[s] = model.posterior().residual(objective);
      model.posterior().learn(objective, 0);
    }
    for (int s = 0; s < models.size(); s++) {
      if (Arrays.binarySearch(timed, s) < 0) {
        models.get(s).posterior().learnHint(hint(together.regression(s, timed), residuals, timed));
      }
    }
    if (timed.length > 1) {
      together.learn(residuals);
    }
  }

  /** Residual predicted from those on the timed shapes, scaled to the variance of a residual. */
  private static double hint(Regression regression, double[] residuals, int... timed) {
    double hint = 0;
    for (int i = 0; i < timed.length; i++) {
      hint += regression.weights()[i] * residuals[timed[i]];
    }
    return hint / Math.sqrt(explained(regression));
  }

  /** Whether enough was learnt since the last fit for a new one. */
  public boolean isDue() {
    return known.size() >= refitAt;
  }

  /** Fits the hyperparameters to the known evaluations and starts an empty candidate set. */
  public void refit() {
    List<KnownObjectives> remembered =
        ResponseSurface.bestAndRest(known, MEMORY, BEST_SHARE, this::distance, random);
    List<List<KnownObjectives>> timed =
        IntStream.range(0, models.size()).mapToObj(s -> timed(remembered, s)).toList();
    List<List<KnownObjectives>> fitted =
        IntStream.range(0, models.size())
            .mapToObj(
                s ->
                    ResponseSurface.bestAndRest(
                        timed.get(s), FITTED, 0.5, evaluated -> evaluated.objectives()[s], random))
            .toList();
    shapes()
        .forEach(
            s ->
                models
                    .get(s)
                    .refit(
                        timed.get(s).stream().map(KnownObjectives::choices).toList(),
                        objectives(timed.get(s), s),
                        fitted.get(s).stream().map(KnownObjectives::choices).toList(),
                        objectives(fitted.get(s), s)));
    together = new Coregionalisation(outputs);
    for (KnownObjectives evaluated : remembered) {
      tell(evaluated.choices(), evaluated.shapes());
      take(evaluated, evaluated.shapes());
    }
    underWay.forEach(begun -> tell(begun.choices(), begun.shapes()));
    int next = (int) Math.ceil(known.size() * GROWTH);
    refitAt = Math.clamp(next, known.size() + 1, known.size() + LONGEST_WAIT);
  }

  /** Distance of a configuration from the best, on the shape where it is smallest. */
  private double distance(KnownObjectives evaluated) {
    if (evaluated.isRejected()) {
      return Double.POSITIVE_INFINITY;
    }
    if (outputs.isSingle()) {
      return evaluated.objectives()[0];
    }
    return Arrays.stream(evaluated.shapes())
        .mapToDouble(s -> evaluated.objectives()[s] / models.get(s).best())
        .min()
        .orElseThrow();
  }

  private static List<KnownObjectives> timed(List<KnownObjectives> from, int shape) {
    return from.stream().filter(evaluated -> !Double.isNaN(evaluated.objectives()[shape])).toList();
  }

  private static List<Double> objectives(List<KnownObjectives> from, int shape) {
    return from.stream().map(evaluated -> evaluated.objectives()[shape]).toList();
  }

  /** Adds candidates to the candidate set, after the last row. */
  public void add(List<int[]> candidates) {
    shapes().forEach(s -> models.get(s).posterior().add(candidates));
  }

  /**
   * Removes candidates one after the other; each time the candidate in the last row moves to the
   * free row.
   */
  public void remove(int... rows) {
    shapes().forEach(s -> models.get(s).posterior().remove(rows));
  }

  public int candidates() {
    return models.getFirst().posterior().candidates();
  }

  /**
   * Acquisition value of a candidate; 0 or more, without a unit. With several shapes, the value per
   * cost on the shapes worth timing.
   */
  public double acquisition(int row) {
    double[] gains = gains(row);
    return outputs.isSingle() ? gains[0] : timing.highestRate(gains);
  }

  private double[] gains(int row) {
    double risk = 0;
    for (ShapeModel model : models) {
      risk = Math.max(risk, model.posterior().risk(row));
    }
    double trust = 1 - risk;
    double[] gains = new double[models.size()];
    for (int s = 0; s < gains.length; s++) {
      gains[s] = models.get(s).improvement(row) * trust * trust;
    }
    return gains;
  }

  /**
   * Shapes on which a candidate is worth timing, ascending: the shape whose turn it is, and those
   * of a {@link TimingChoice}.
   */
  public List<Integer> worthTiming(int row) {
    return timing.mostWorth(gains(row), turn()).stream().sorted().toList();
  }

  /** Shape for which the next candidate is sought; the shapes take turns. */
  private int turn() {
    return (known.size() + underWay.size()) % models.size();
  }

  /**
   * Expected improvement as a share of the best objective: 0.01 for an expected improvement by 1 %.
   * With several shapes, of their geometric mean; 1 before the first measurement.
   */
  public double expectedGain(int row) {
    if (models.stream().anyMatch(model -> !Double.isFinite(model.best()))) {
      return 1;
    }
    if (outputs.isSingle()) {
      ShapeModel only = models.getFirst();
      return only.transform().share(acquisition(row), only.best());
    }
    double[] gains = gains(row);
    double logarithms = 0;
    for (int s = 0; s < gains.length; s++) {
      logarithms += models.get(s).logarithm(gains[s]);
    }
    return -StrictMath.expm1(-logarithms / gains.length);
  }

  /**
   * Row of the candidate with the highest acquisition value. With several shapes, the candidate is
   * timed at least on the shape whose turn it is, so that no shape is neglected.
   */
  public int best() {
    int turn = turn();
    IntStream rows = IntStream.range(0, candidates());
    double[] values =
        outputs.isSingle()
            ? rows.mapToDouble(this::acquisition).toArray()
            : rows.parallel().mapToDouble(row -> timing.highestRate(gains(row), turn)).toArray();
    int best = 0;
    for (int row = 1; row < values.length; row++) {
      best = values[row] > values[best] ? row : best;
    }
    return best;
  }

  /**
   * Choice of the shapes on which a configuration is worth timing: a given shape, and those whose
   * expected improvement is at least the improvement per cost of the evaluation without them. This
   * choice maximises the improvement per cost.
   *
   * @param overhead fixed cost of an evaluation, in timings on one shape
   */
  private record TimingChoice(double overhead) {

    /** Chooses {@code first}, then the shapes with the largest gains. */
    List<Integer> mostWorth(double[] gains, int first) {
      List<Integer> order =
          IntStream.range(0, gains.length)
              .boxed()
              .sorted(
                  Comparator.comparingDouble(
                      s -> s == first ? Double.NEGATIVE_INFINITY : -gains[s]))
              .toList();
      double sum = gains[first];
      int count = 1;
      while (count < gains.length && gains[order.get(count)] >= rate(sum, count)) {
        sum += gains[order.get(count)];
        count++;
      }
      return order.subList(0, count);
    }

    /** Improvement per cost on the shapes of {@link #mostWorth}. */
    double highestRate(double[] gains, int first) {
      double[] others = new double[gains.length - 1];
      System.arraycopy(gains, 0, others, 0, first);
      System.arraycopy(gains, first + 1, others, first, others.length - first);
      Arrays.sort(others);
      double sum = gains[first];
      int count = 1;
      for (int s = others.length - 1; s >= 0 && others[s] >= rate(sum, count); s--) {
        sum += others[s];
        count++;
      }
      return rate(sum, count);
    }

    /** {@link #highestRate(double[], int)} with the shape of the largest gain. */
    double highestRate(double... gains) {
      int greatest = 0;
      for (int s = 1; s < gains.length; s++) {
        greatest = gains[s] > gains[greatest] ? s : greatest;
      }
      return highestRate(gains, greatest);
    }

    private double rate(double sum, int shapes) {
      return sum / (overhead + shapes);
    }
  }

  /**
   * Settings of the acquisition function, equal for all spaces.
   *
   * @param exploration factor of the model's standard deviation before the expected improvement is
   *     computed; a value above 1 explores more. The model treats parameters as separable and
   *     smooth, which real kernels are not, so its uncertainty is too small.
   * @param roughness prior decay of the covariance: a step across the whole list of a parameter
   *     reduces it to {@code exp(-roughness)}
   * @param ceiling quantile at which objectives are clipped, because differences among bad
   *     configurations say nothing about good ones
   */
  public record AcquisitionSettings(double exploration, double roughness, double ceiling) {

    public static final AcquisitionSettings DEFAULT = new AcquisitionSettings(3, 0.4, 0.85);

    public AcquisitionSettings {
      if (!(exploration > 0 && roughness > 0 && ceiling > 0 && ceiling <= 1)) {
        throw new IllegalArgumentException(
            "An acquisition needs exploration > 0, roughness > 0 and 0 < ceiling <= 1, not %s, %s and %s."
                .formatted(exploration, roughness, ceiling));
      }
    }
  }
}
