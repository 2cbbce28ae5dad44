package dev.evokernel.surrogate;

import dev.evokernel.kernel.Parameter;
import dev.evokernel.surrogate.Coregionalisation.Regression;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Expects objectives from those that are known, and says what a configuration promises: the
 * expected improvement over the best so far (Jones, Schonlau and Welch, 1998), less where rejection
 * is likely.
 *
 * <p>Candidates sit on a panel and are known by their seats. Each evaluation that is told or learnt
 * moves what is expected of all of them at once.
 *
 * <p>Where a configuration has an objective on each of several shapes, each shape has a process of
 * its own, and what a configuration did on the shapes on which it was timed is a hint on the
 * others, as good as their objectives are known to go together. Processes that are coupled in full
 * would know a little more, and cost as many times as much as there are shapes.
 *
 * <p>What the model knows is limited to {@value #MEMORY} evaluations, the best and a sample of the
 * rest, so that a proposal costs the same after fifty thousand evaluations as after five hundred.
 */
public final class Surrogate {

  /** Evaluations that a refitted model knows; it grows by what comes until the next. */
  private static final int MEMORY = 400;

  /** Of them, those that are the best; the rest are drawn. */
  private static final double BEST_SHARE = 0.6;

  /** Evaluations that the weights are fitted to, half of them the best. */
  private static final int FITTED = 120;

  private static final double GROWTH = 1.25;
  private static final int LONGEST_WAIT = 100;

  /** A hint that explains less than this share counts as one that explains as much. */
  private static final double LEAST_EXPLAINED = 0.01;

  /**
   * @param shapes on which it is timed, ascending
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared, never handed out.
  private record UnderWay(int[] choices, int[] shapes) {}

  private final ShapeOutputs outputs;
  private final TimingChoice timing;
  private final RandomGenerator random;
  private final List<ShapeModel> models;
  private final List<KnownObjectives> known = new ArrayList<>();
  private final Deque<UnderWay> underWay = new ArrayDeque<>();
  private Coregionalisation together;
  private int refitAt;

  /** A model of one objective. */
  public Surrogate(
      List<Parameter> parameters, AcquisitionSettings acquisition, RandomGenerator random) {
    this(parameters, /* acrossVariants= */ false, acquisition, ShapeOutputs.SINGLE, random);
  }

  /**
   * A model of one objective for each shape.
   *
   * @param acrossVariants whether the first parameter chooses among variants
   * @param random draws what of a long history is kept in mind
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
            .mapToObj(_ -> new ShapeModel(coordinates, acquisition))
            .toList();
    this.together = new Coregionalisation(outputs);
  }

  /** Tells that the evaluation of a configuration on every shape began. */
  public void begin(int... choices) {
    begin(choices, List.of());
  }

  /**
   * Tells that the evaluation of a configuration began.
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

  /** Tells the models of the shapes, and those of the others how much they will hear of it. */
  private void tell(int[] choices, int... timed) {
    shapes()
        .forEach(
            s -> {
              Posterior posterior = models.get(s).posterior();
              if (Arrays.binarySearch(timed, s) >= 0) {
                posterior.tell(choices);
              } else {
                posterior.tell(choices, explained(together.regression(s, timed)));
              }
            });
  }

  /**
   * The models of several shapes share nothing that is changed while each works for itself, so that
   * the result is the same whatever the threads do.
   */
  private IntStream shapes() {
    IntStream shapes = IntStream.range(0, models.size());
    return outputs.isSingle() ? shapes : shapes.parallel();
  }

  private static double explained(Regression regression) {
    return Math.max(LEAST_EXPLAINED, regression.explained());
  }

  /**
   * Learns the outcome of the oldest evaluation that began.
   *
   * @param objectives one for each shape, {@link Double#NaN} where it was not timed; not timed
   *     anywhere is rejected
   */
  public void learn(double... objectives) {
    UnderWay oldest = underWay.remove();
    recall(oldest.choices(), objectives);
    learn(known.getLast(), oldest.shapes());
  }

  /** Knows an outcome of an earlier session; {@link #restore} follows. */
  public void recall(int[] choices, double... objectives) {
    known.add(new KnownObjectives(choices.clone(), objectives.clone()));
    for (int s = 0; s < models.size(); s++) {
      models.get(s).hear(objectives[s]);
    }
  }

  /** Takes the hyperparameters of another; a fit is due. */
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

  /** What the last fit found, and the next begins from: of one shape after the other. */
  public double[] hyperparameters() {
    return models.stream()
        .map(ShapeModel::weights)
        .flatMapToDouble(weights -> IntStream.range(0, weights.size()).mapToDouble(weights::get))
        .toArray();
  }

  private void learn(KnownObjectives one, int... timed) {
    if (one.isRejected()) {
      models.forEach(ShapeModel::learnRejection);
      return;
    }
    double[] surprises = new double[models.size()];
    Arrays.fill(surprises, Double.NaN);
    for (int s : timed) {
      ShapeModel model = models.get(s);
      double objective = model.transform().of(one.objectives()[s]);
      surprises[s] = model.posterior().surprise(objective);
      model.posterior().learn(objective, 0);
    }
    for (int s = 0; s < models.size(); s++) {
      if (Arrays.binarySearch(timed, s) < 0) {
        models.get(s).posterior().learnHint(hint(together.regression(s, timed), surprises, timed));
      }
    }
    if (timed.length > 1) {
      together.learn(surprises);
    }
  }

  /** What the surprises on some shapes let expect, so that it varies like a surprise. */
  private static double hint(Regression regression, double[] surprises, int... timed) {
    double hint = 0;
    for (int i = 0; i < timed.length; i++) {
      hint += regression.weights()[i] * surprises[timed[i]];
    }
    return hint / Math.sqrt(explained(regression));
  }

  /** Whether so much was learnt since the last time that the weights should be fitted again. */
  public boolean isDue() {
    return known.size() >= refitAt;
  }

  /** Fits the weights to what is known and begins an empty panel. */
  public void refit() {
    List<KnownObjectives> remembered =
        Draw.bestAndRest(known, MEMORY, BEST_SHARE, this::distance, random);
    List<List<KnownObjectives>> timed =
        IntStream.range(0, models.size()).mapToObj(s -> timed(remembered, s)).toList();
    List<List<KnownObjectives>> fitted =
        IntStream.range(0, models.size())
            .mapToObj(
                s ->
                    Draw.bestAndRest(timed.get(s), FITTED, 0.5, one -> one.objectives()[s], random))
            .toList();
    shapes()
        .forEach(
            s ->
                models
                    .get(s)
                    .refit(
                        objectives(timed.get(s), s),
                        fitted.get(s).stream().map(KnownObjectives::choices).toList(),
                        objectives(fitted.get(s), s)));
    together = new Coregionalisation(outputs);
    remembered.forEach(
        one -> {
          int[] shapes = one.shapes();
          tell(one.choices(), shapes);
          learn(one, shapes);
        });
    underWay.forEach(one -> tell(one.choices(), one.shapes()));
    int next = (int) Math.ceil(known.size() * GROWTH);
    refitAt = Math.clamp(next, known.size() + 1, known.size() + LONGEST_WAIT);
  }

  /** By how much a configuration is worse than the best, on the shape where that is least. */
  private double distance(KnownObjectives one) {
    if (one.isRejected()) {
      return Double.POSITIVE_INFINITY;
    }
    if (outputs.isSingle()) {
      return one.objectives()[0];
    }
    return Arrays.stream(one.shapes())
        .mapToDouble(s -> one.objectives()[s] / models.get(s).best())
        .min()
        .orElseThrow();
  }

  private static List<KnownObjectives> timed(List<KnownObjectives> from, int shape) {
    return from.stream().filter(one -> !Double.isNaN(one.objectives()[shape])).toList();
  }

  private static List<Double> objectives(List<KnownObjectives> from, int shape) {
    return from.stream().map(one -> one.objectives()[shape]).toList();
  }

  /** Adds candidates to the panel, on the seats after the last. */
  public void seat(List<int[]> candidates) {
    shapes().forEach(s -> models.get(s).posterior().seat(candidates));
  }

  /**
   * Takes candidates off the panel one after the other; each time the one on the last seat moves to
   * the seat that is free.
   */
  public void dismiss(int... seats) {
    shapes().forEach(s -> models.get(s).posterior().dismiss(seats));
  }

  public int seats() {
    return models.getFirst().posterior().seats();
  }

  /**
   * What the candidate on a seat promises, with several shapes on those on which it is worth being
   * timed and for what that costs; 0 or more, in no unit.
   */
  public double promise(int seat) {
    if (outputs.isSingle()) {
      double trust = trust(seat);
      return models.getFirst().improvement(seat) * trust * trust;
    }
    return timing.highestRate(gains(seat));
  }

  private double trust(int seat) {
    double risk = 0;
    for (ShapeModel model : models) {
      risk = Math.max(risk, model.posterior().risk(seat));
    }
    return 1 - risk;
  }

  private double[] gains(int seat) {
    double trust = trust(seat);
    double[] gains = new double[models.size()];
    for (int s = 0; s < gains.length; s++) {
      gains[s] = models.get(s).improvement(seat) * trust * trust;
    }
    return gains;
  }

  /**
   * The shapes on which the candidate on a seat is worth being timed, ascending: the one whose turn
   * it is, and those of a {@link TimingChoice}.
   */
  public List<Integer> worthTiming(int seat) {
    return timing.mostWorth(gains(seat), turn()).stream().sorted().toList();
  }

  /** The shape for which the next candidate is sought: each in turn, by what began so far. */
  private int turn() {
    return (known.size() + underWay.size()) % models.size();
  }

  /**
   * The expected improvement as a share of the best objective: 0.01 if the candidate is expected to
   * improve on it by a per cent, with several shapes on their geometric mean; 1 before anything was
   * measured.
   */
  public double expectedGain(int seat) {
    if (models.stream().anyMatch(model -> !Double.isFinite(model.best()))) {
      return 1;
    }
    if (outputs.isSingle()) {
      ShapeModel only = models.getFirst();
      return only.transform().share(promise(seat), only.best());
    }
    double[] gains = gains(seat);
    double logarithms = 0;
    for (int s = 0; s < gains.length; s++) {
      logarithms += models.get(s).logarithm(gains[s]);
    }
    return -StrictMath.expm1(-logarithms / gains.length);
  }

  /**
   * The seat of the candidate that promises most; with several shapes, when it is timed on the one
   * whose turn it is at least, so that none is neglected for seeming finished.
   */
  public int mostPromising() {
    int turn = turn();
    IntStream seats = IntStream.range(0, seats());
    double[] promises =
        outputs.isSingle()
            ? seats.mapToDouble(this::promise).toArray()
            : seats.parallel().mapToDouble(seat -> promise(seat, turn)).toArray();
    int most = 0;
    for (int seat = 1; seat < promises.length; seat++) {
      most = promises[seat] > promises[most] ? seat : most;
    }
    return most;
  }

  private double promise(int seat, int turn) {
    return timing.highestRate(gains(seat), turn);
  }
}
