package dev.evokernel.finals;

import module java.base;

import dev.evokernel.kernel.data.CacheState;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Spent;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.CandidateOutline;
import dev.evokernel.worker.protocol.Evaluated;

/**
 * A planner that estimates the time of the finals from the evaluations of the search. A finalist is
 * verified like any candidate and gives its samples in rounds.
 *
 * <p>Thread-safe: each device of a run has its own thread.
 */
public final class FinalsPlanner {

  /** The number of latest evaluations whose median is used. */
  private static final int MEMORY = 16;

  /** The number of best candidates of earlier sessions among which the fastest is found. */
  private static final int BEST = 128;

  /** Evaluations of the default in the last drift check and after it. */
  private static final int DRIFT_CHECK = 3;

  /**
   * Verification in the finals, relative to an evaluation's: once more after the rounds. It takes
   * at least as long as an examination, since both also launch on new inputs.
   */
  private static final double AGAIN = 1.25;

  /** Expected round of a finalist, relative to the fastest candidate's. */
  private static final double SLOWER = 1.25;

  /** Warm-up and calibration, in rounds. */
  private static final int CALIBRATION = 4;

  /** Start time of a program that imports PyTorch. */
  private static final Duration BASELINE_START = Duration.ofSeconds(6);

  /** Time of a program that opens a shape and records its graphs. */
  private static final Duration BASELINE_SHAPE = Duration.ofMillis(700);

  /** The end of all processes, the decision, and the files. */
  private static final Duration CLOSING = Duration.ofMillis(1500);

  /** Additional closing time for each candidate, for its lines in the files. */
  private static final long CLOSING_EACH = 200_000;

  private static final double MOST_OVERHEAD = 4;

  private final RunSpec spec;
  private final Duration opening;
  private final Duration sanitizing;
  private final Deque<Long> evaluations = new ArrayDeque<>();
  private final Deque<Long> verifications = new ArrayDeque<>();
  private final Deque<Long> examinations = new ArrayDeque<>();
  private Map<String, Double> ofDefault = Map.of();
  private Map<String, Double> ofFastest = Map.of();
  private IntSupplier devices = () -> 1;
  private int ahead;
  private boolean champion;
  private long candidates;

  /**
   * @param opening the start time of a device process
   * @param sanitizing the time under the sanitizer, for which at most an eighth of the wall time is
   *     planned; zero if disabled
   */
  public FinalsPlanner(RunSpec spec, Duration opening, Duration sanitizing) {
    this.spec = spec;
    this.opening = opening;
    boolean fits = sanitizing.compareTo(spec.budget().wall().dividedBy(8)) <= 0;
    this.sanitizing = fits ? sanitizing : Duration.ZERO;
  }

  /**
   * Learns from earlier sessions, for which only the duration of each evaluation is known: from the
   * latest, the best and the default.
   */
  public synchronized void knows(RunHistory earlier) {
    List<CandidateOutline> all = earlier.outlines();
    candidates += all.size();
    List<CandidateOutline> timed =
        all.stream()
            .filter(outline -> outline.isMeasured() && outline.proposal().shapes().isEmpty())
            .filter(outline -> outline.end().orElseThrow().evaluateNanos() > 0)
            .toList();
    var some = new HashSet<Integer>();
    timed.stream()
        .skip(Math.max(0, timed.size() - MEMORY))
        .forEach(outline -> some.add(outline.number()));
    timed.stream()
        .sorted(Comparator.comparingDouble(outline -> outline.objective().orElse(Double.MAX_VALUE)))
        .limit(BEST)
        .forEach(outline -> some.add(outline.number()));
    timed.stream()
        .filter(outline -> outline.configuration().equals(spec.kernel().defaultConfiguration()))
        .forEach(outline -> some.add(outline.number()));
    earlier
        .where(outline -> some.contains(outline.number()), Optional.empty())
        .forEach(
            candidate -> {
              long half = candidate.evaluation().orElseThrow().evaluateNanos() / 2;
              learn(
                  candidate.configuration(),
                  candidate.measured().orElseThrow(),
                  new Spent(0, half, half));
            });
  }

  /** Learns from an evaluation of this session. */
  public synchronized void evaluated(Configuration configuration, Evaluated evaluated) {
    if (evaluated.outcome() instanceof Measured measured && evaluated.loss().isEmpty()) {
      learn(configuration, measured, evaluated.spent());
    }
  }

  /** Counts one more candidate in the files. */
  public synchronized void recorded() {
    candidates++;
  }

  /** Learns the duration of the examination of a candidate that would become the best. */
  public synchronized void examined(long nanos) {
    latest(examinations, nanos);
  }

  /**
   * Plans finals on several devices.
   *
   * @param count at least 1
   */
  public synchronized void heldOn(IntSupplier count) {
    devices = count;
  }

  /** Plans processes of each device that open together, beside the examinations on a GPU. */
  public synchronized void opensAhead(int count) {
    ahead = count;
  }

  /** Plans the evaluation of the leaderboard's champion before the finals. */
  public synchronized void expectChampion() {
    champion = true;
  }

  private void learn(Configuration configuration, Measured measured, Spent spent) {
    latest(evaluations, spent.total());
    latest(verifications, spent.load() + spent.check());
    Map<String, Double> round = round(measured, spent.time());
    if (configuration.equals(spec.kernel().defaultConfiguration())) {
      ofDefault = round;
    } else if (ofFastest.isEmpty() || sum(round) < sum(ofFastest)) {
      ofFastest = round;
    }
  }

  /**
   * Estimates the time of one sample on each shape with its preparation, from the samples of the
   * evaluation.
   */
  private Map<String, Double> round(Measured measured, long timing) {
    Map<String, Shape> shapes =
        spec.shapes().stream().collect(Collectors.toMap(Shape::name, shape -> shape));
    var round = new LinkedHashMap<String, Double>();
    double samples = 0;
    for (Measurement one : measured.measurements()) {
      double batch =
          Math.max((double) FinalsSettings.withSeed(0).sample().toNanos(), one.samples().p50());
      Shape shape = shapes.get(one.shape());
      boolean settles = shape != null && shape.cache() == CacheState.HOT;
      double sample = batch + (settles ? Math.max(one.samples().p50(), batch / 4) : 0);
      round.put(one.shape(), sample);
      samples += one.samples().count() * sample;
    }
    double overhead = Math.clamp(timing / Math.max(1, samples), 1, MOST_OVERHEAD);
    round.replaceAll((_, sample) -> overhead * sample);
    return round;
  }

  /** Returns the time of a typical evaluation; zero before the first. */
  public synchronized Duration evaluation() {
    return Duration.ofNanos(median(evaluations));
  }

  /**
   * Returns the time of one round of a shape, in nanoseconds; empty before the default was
   * measured.
   */
  public synchronized Map<String, Double> weights() {
    return ofDefault;
  }

  public synchronized FinalsPlan plan() {
    double calibrated =
        (CALIBRATION + spec.acceptance().rounds()) / (double) spec.acceptance().rounds();
    double baselines = spec.acceptance().baselines().isEmpty() ? 1 : 1.5;
    long evaluation = median(evaluations);
    long examination = examinations.isEmpty() ? median(verifications) : median(examinations);
    long verification = Math.max(median(examinations), Math.round(AGAIN * median(verifications)));
    long before = 0;
    int every = spec.evaluation().drift().every();
    if (every > 0 && candidates >= every) {
      before += DRIFT_CHECK * evaluation;
    }
    if (champion) {
      before += evaluation;
    }
    if (ahead > 0 && spec.backend().compilingDisturbsTiming()) {
      before += opening.toNanos();
    }
    return new FinalsPlan(
        new FinalsOverhead(
            opening.toNanos(),
            ahead,
            baselineStarts().toNanos(),
            sanitizing.toNanos(),
            CLOSING.toNanos() + CLOSING_EACH * candidates),
        before,
        examination,
        verification,
        times(calibrated * baselines, ofDefault),
        times(calibrated * baselines * SLOWER, ofFastest.isEmpty() ? ofDefault : ofFastest),
        FinalsTurns.of(spec, devices.getAsInt()));
  }

  /**
   * Estimates the time in which the baselines' programs get ready, side by side, limited to an
   * eighth of the wall time.
   */
  private Duration baselineStarts() {
    if (FinalsTurns.programs(spec) == 0) {
      return Duration.ZERO;
    }
    Duration starts = BASELINE_START.plus(BASELINE_SHAPE.multipliedBy(spec.shapes().size()));
    Duration most = spec.budget().wall().dividedBy(8);
    return starts.compareTo(most) < 0 ? starts : most;
  }

  private static Map<String, Double> times(double factor, Map<String, Double> round) {
    return round.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, time -> factor * time.getValue()));
  }

  private static double sum(Map<String, Double> round) {
    return round.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static void latest(Deque<Long> some, long nanos) {
    some.add(nanos);
    if (some.size() > MEMORY) {
      some.remove();
    }
  }

  /** Returns the median; 0 if empty. */
  private static long median(Deque<Long> some) {
    return some.isEmpty()
        ? 0
        : some.stream().sorted().skip(some.size() / 2).findFirst().orElseThrow();
  }
}
