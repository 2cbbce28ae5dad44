package dev.evokernel.surrogate;

import dev.evokernel.kernel.Parameter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Expects objectives from those that are known, and says what a configuration promises: the
 * expected improvement over the best so far (Jones, Schonlau and Welch, 1998), less where rejection
 * is likely.
 *
 * <p>Candidates sit on a panel and are known by their seats. Each evaluation that is told or learnt
 * moves what is expected of all of them at once. What the model knows is limited to {@value
 * #MEMORY} evaluations, the best and a sample of the rest, so that a proposal costs the same after
 * fifty thousand evaluations as after five hundred.
 */
public final class Surrogate {

  /** Evaluations that a refitted model knows; it grows by what comes until the next. */
  private static final int MEMORY = 400;

  /** Of them, those that are the best; the rest are drawn. */
  private static final double BEST_SHARE = 0.6;

  /** Evaluations that the weights are fitted to, half of them the best. */
  private static final int FITTED = 120;

  private static final int TOO_FEW_TO_FIT = 6;
  private static final double GROWTH = 1.25;
  private static final int LONGEST_WAIT = 100;

  @SuppressWarnings("ArrayRecordComponent") // Never compared, never handed out.
  private record Known(int[] choices, OptionalDouble objective) {}

  private final Coordinates coordinates;
  private final AcquisitionSettings outlook;
  private final Hyperparameters prior;
  private final RandomGenerator random;
  private final List<Known> known = new ArrayList<>();
  private final Deque<int[]> underWay = new ArrayDeque<>();
  private Hyperparameters weights;
  private Posterior posterior;
  private ObjectiveTransform standard;
  private double best = Double.POSITIVE_INFINITY;
  private int refitAt;

  /**
   * @param random draws what of a long history is kept in mind
   */
  public Surrogate(
      List<Parameter> parameters, AcquisitionSettings outlook, RandomGenerator random) {
    this(parameters, /* acrossVariants= */ false, outlook, random);
  }

  /**
   * @param acrossVariants whether the first parameter chooses among variants
   * @param random draws what of a long history is kept in mind
   */
  public Surrogate(
      List<Parameter> parameters,
      boolean acrossVariants,
      AcquisitionSettings outlook,
      RandomGenerator random) {
    this.coordinates = new Coordinates(parameters, acrossVariants);
    this.outlook = outlook;
    this.random = random;
    this.prior = Hyperparameters.prior(coordinates, outlook.roughness());
    this.weights = prior;
    this.posterior = new Posterior(new CovarianceFunction(coordinates, weights));
    this.standard = ObjectiveTransform.of(List.of(), outlook.ceiling());
  }

  /** Tells that the evaluation of a configuration began. */
  public void begin(int... choices) {
    underWay.add(choices.clone());
    posterior.tell(choices);
  }

  /**
   * Learns the outcome of the oldest evaluation that began.
   *
   * @param objective empty when the configuration was rejected
   */
  public void learn(OptionalDouble objective) {
    known.add(new Known(underWay.remove(), objective));
    best = Math.min(best, objective.orElse(Double.POSITIVE_INFINITY));
    learnStandardised(objective);
  }

  /** Knows an outcome of an earlier session; {@link #restore} follows. */
  public void recall(int[] choices, OptionalDouble objective) {
    known.add(new Known(choices.clone(), objective));
    best = Math.min(best, objective.orElse(Double.POSITIVE_INFINITY));
  }

  /** Takes the hyperparameters of another; a fit is due. */
  public void restore(double... hyperparameters) {
    weights = Hyperparameters.of(hyperparameters);
    refitAt = 0;
  }

  /** What the last fit found, and the next begins from. */
  public double[] hyperparameters() {
    return IntStream.range(0, weights.size()).mapToDouble(weights::get).toArray();
  }

  private void learnStandardised(OptionalDouble objective) {
    if (objective.isPresent()) {
      posterior.learn(standard.of(objective.getAsDouble()), 0);
    } else {
      posterior.learn(Math.max(posterior.expected(), ObjectiveTransform.REJECTED), 1);
    }
  }

  /** Whether so much was learnt since the last time that the weights should be fitted again. */
  public boolean isDue() {
    return known.size() >= refitAt;
  }

  /** Fits the weights to what is known and begins an empty panel. */
  public void refit() {
    List<Known> remembered = sample(known, MEMORY, BEST_SHARE);
    standard = ObjectiveTransform.of(objectives(remembered), outlook.ceiling());
    List<Known> fitted =
        sample(
            remembered.stream().filter(one -> one.objective().isPresent()).toList(), FITTED, 0.5);
    if (fitted.size() >= TOO_FEW_TO_FIT) {
      double[] objectives =
          objectives(fitted).stream().mapToDouble(objective -> standard.of(objective)).toArray();
      List<int[]> choices = fitted.stream().map(Known::choices).toList();
      weights = new HyperparameterFit(coordinates, prior, choices, objectives).from(weights);
    }
    posterior = new Posterior(new CovarianceFunction(coordinates, weights));
    remembered.forEach(
        one -> {
          posterior.tell(one.choices());
          learnStandardised(one.objective());
        });
    underWay.forEach(posterior::tell);
    int next = (int) Math.ceil(known.size() * GROWTH);
    refitAt = Math.clamp(next, known.size() + 1, known.size() + LONGEST_WAIT);
  }

  /** The best and a draw of the rest; everything, in its order, where that is not too much. */
  private List<Known> sample(List<Known> from, int count, double bestShare) {
    if (from.size() <= count) {
      return from;
    }
    var sorted = new ArrayList<>(from);
    sorted.sort(
        Comparator.comparingDouble(one -> one.objective().orElse(Double.POSITIVE_INFINITY)));
    int kept = (int) (bestShare * count);
    List<Known> rest = sorted.subList(kept, sorted.size());
    Collections.shuffle(rest, Random.from(random));
    return List.copyOf(sorted.subList(0, count));
  }

  private static List<Double> objectives(List<Known> from) {
    return from.stream()
        .filter(one -> one.objective().isPresent())
        .map(one -> one.objective().orElseThrow())
        .toList();
  }

  /** Adds candidates to the panel, on the seats after the last. */
  public void seat(List<int[]> candidates) {
    posterior.seat(candidates);
  }

  /** Takes a candidate off the panel; the one on the last seat moves to its seat. */
  public void dismiss(int seat) {
    posterior.dismiss(seat);
  }

  public int seats() {
    return posterior.seats();
  }

  /** What the candidate on a seat promises; 0 or more, in no unit. */
  public double promise(int seat) {
    double leader = Double.isFinite(best) ? standard.of(best) : 0;
    double deviation = outlook.exploration() * Math.sqrt(posterior.variance(seat));
    double trust = 1 - posterior.risk(seat);
    return Normal.expectedExcess((leader - posterior.mean(seat)) / deviation)
        * deviation
        * trust
        * trust;
  }

  /**
   * The same as a share of the best objective: 0.01 if the candidate is expected to improve on it
   * by a per cent; 1 before anything was measured.
   */
  public double expectedGain(int seat) {
    return Double.isFinite(best) ? standard.share(promise(seat), best) : 1;
  }

  /** The seat of the candidate that promises most. */
  public int mostPromising() {
    int most = 0;
    double highest = Double.NEGATIVE_INFINITY;
    for (int seat = 0; seat < seats(); seat++) {
      double promise = promise(seat);
      if (promise > highest) {
        highest = promise;
        most = seat;
      }
    }
    return most;
  }
}
