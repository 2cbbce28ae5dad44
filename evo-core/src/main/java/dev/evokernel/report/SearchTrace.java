package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.text.Units;
import dev.evokernel.stats.objective.Objective;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.EvaluationPoint;
import dev.evokernel.store.run.StoredRun;

/**
 * Trace of the best so far of a search, evaluation by evaluation. A search for a portfolio times
 * candidates on some shapes only: its trace combines the best of each shape as the objective says.
 * Other searches trace the best single configuration. A trace that grows is that of a running
 * search, whose chart receives what it lacks.
 */
public final class SearchTrace {

  /**
   * Evaluation in a trace.
   *
   * @param speed speed-up over the default on the timed shapes; 0 for a rejection
   * @param best speed-up of the best so far
   * @param improved whether the evaluation improved the best
   */
  public record Step(double speed, double best, boolean improved) {}

  static final double SCALE = 10_000;

  /**
   * Evaluations in the order of their end, as the data of a chart.
   *
   * @param from number of evaluations before these
   * @param millis milliseconds since the start of the run
   * @param speed 10,000 times the speed-up over the default on the timed shapes; 0 for a rejection
   * @param best index and 10,000 times the new best, for each evaluation that improved the best
   * @param byShape whether the best combines the best of each shape, in a search for a portfolio
   */
  @SuppressWarnings("ArrayRecordComponent") // Written as JSON, never compared.
  public record Excerpt(
      String name,
      int from,
      long[] millis,
      int[] speed,
      List<int[]> best,
      boolean byShape,
      boolean simulated) {

    /** Number of evaluations, those before these included. */
    public int end() {
      return from + speed.length;
    }

    Duration after(int evaluation) {
      return Duration.ofMillis(millis[evaluation]);
    }
  }

  private final StoredRun run;
  private final Objective objective;
  private final List<String> shapes;
  private final List<EvaluationPoint> points = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private boolean byShape;
  private final Map<String, Double> theDefault = new HashMap<>();
  private final Map<String, Double> leading = new HashMap<>();
  private double best;

  /**
   * @param byShape whether the search is for a portfolio
   */
  public SearchTrace(StoredRun run, boolean byShape) {
    this.run = run;
    this.objective = run.run().objective();
    this.shapes = run.subject().shapes();
    this.byShape = byShape;
  }

  /** Facts about an evaluated candidate that a trace needs. */
  public static EvaluationPoint point(StoredRun run, Candidate candidate) {
    return EvaluationPoint.of(
        candidate,
        run.subject().defaultConfiguration(),
        run.run().objective().minimise().getFirst());
  }

  /** Trace of these evaluations, in the order of their end. */
  static Excerpt of(StoredRun run, List<EvaluationPoint> points) {
    var trace =
        new SearchTrace(
            run, points.stream().anyMatch(point -> point.isPartial(run.subject().shapes())));
    points.forEach(trace::add);
    return trace.since(0);
  }

  /** Appends an evaluation. One on some shapes only shows that the search is for a portfolio. */
  public void add(EvaluationPoint point) {
    points.add(point);
    if (byShape || !point.isPartial(shapes)) {
      steps.add(next(point));
    } else {
      byShape = true;
      best = 0;
      steps.clear();
      points.forEach(known -> steps.add(next(known)));
    }
  }

  /**
   * The evaluations that a page lacks.
   *
   * @param has number of evaluations that the page has; above the actual number, all are returned
   */
  public Excerpt since(int has) {
    int from = has > points.size() ? 0 : has;
    var best = new ArrayList<int[]>();
    for (int i = from; i < steps.size(); i++) {
      if (steps.get(i).improved()) {
        best.add(new int[] {i, scaled(steps.get(i).best())});
      }
    }
    return new Excerpt(
        run.id(),
        from,
        points.stream()
            .skip(from)
            .mapToLong(point -> Duration.between(run.run().started(), point.finished()).toMillis())
            .toArray(),
        steps.stream().skip(from).mapToInt(step -> scaled(step.speed())).toArray(),
        best,
        byShape,
        RunFacts.isReplayed(run));
  }

  private static int scaled(double speed) {
    return (int) Math.round(SCALE * speed);
  }

  /** The step to the next finished evaluation. */
  Step next(EvaluationPoint point) {
    double speed = byShape ? ofShapes(point) : ofOne(point);
    double now = byShape ? together(leading) : speed;
    boolean improved = now > best;
    best = Math.max(best, now);
    return new Step(speed, best, improved);
  }

  private static double ofOne(EvaluationPoint point) {
    double objective = point.objective().orElse(0);
    return objective > 0 ? 1 / objective : 0;
  }

  private double ofShapes(EvaluationPoint point) {
    if (point.isDefault()) {
      theDefault.putAll(point.values());
    }
    point.values().forEach((shape, value) -> leading.merge(shape, value, Math::min));
    return combined(point.values());
  }

  /** Combined speed-up; 0 until every shape was timed. */
  private double together(Map<String, Double> values) {
    return values.keySet().containsAll(shapes) && theDefault.keySet().containsAll(shapes)
        ? combined(values)
        : 0;
  }

  private double combined(Map<String, Double> values) {
    SequencedMap<String, Double> ratios = new LinkedHashMap<>();
    for (String shape : shapes) {
      if (values.containsKey(shape) && theDefault.containsKey(shape)) {
        ratios.put(shape, values.get(shape) / theDefault.get(shape));
      }
    }
    return ratios.isEmpty() ? 0 : 1 / objective.over().combine(ratios);
  }

  /**
   * The best of each shape in a search for a portfolio, before the finals.
   *
   * @param candidates distinct best candidates of the shapes
   */
  public record SoFar(List<Candidate> candidates, double speedUp) {
    public SoFar {
      candidates = List.copyOf(candidates);
    }

    /** The headline: {@code 1.425× the default so far, with 9 configurations …}. */
    public String sentence(int shapes) {
      return "%s the default so far, with %d configuration%s for %d shapes; not confirmed by finals."
          .formatted(
              Units.factor(speedUp), candidates.size(), candidates.size() == 1 ? "" : "s", shapes);
    }
  }

  /** The best so far; empty for a search for one configuration, and until every shape was timed. */
  public static Optional<SoFar> soFar(RunHistory history) {
    if (history.finals().isPresent()
        || history.outlines().stream().allMatch(known -> known.proposal().shapes().isEmpty())) {
      return Optional.empty();
    }
    var trace = new SearchTrace(history.run(), true);
    var leaders = new HashMap<String, Candidate>();
    for (Candidate candidate : history.candidates()) {
      if (candidate.measured().isPresent()
          && history.flags().exclusion(candidate.number()).isEmpty()) {
        EvaluationPoint point = point(history.run(), candidate);
        point
            .values()
            .forEach(
                (shape, value) -> {
                  if (value < trace.leading.getOrDefault(shape, Double.POSITIVE_INFINITY)) {
                    leaders.put(shape, candidate);
                  }
                });
        trace.next(point);
      }
    }
    double speedUp = trace.together(trace.leading);
    return speedUp > 0
        ? Optional.of(
            new SoFar(
                leaders.values().stream()
                    .distinct()
                    .sorted(Comparator.comparingInt(Candidate::number))
                    .toList(),
                speedUp))
        : Optional.empty();
  }
}
