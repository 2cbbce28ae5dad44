package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.report.ReportPage.Section;
import dev.evokernel.stats.Objective;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.StoredRun;
import dev.evokernel.text.Units;

/**
 * Trace of the best so far of a search, evaluation by evaluation. A search for a portfolio times
 * candidates on some shapes only: its trace combines the best of each shape as the objective says.
 * Other searches trace the best single configuration. A trace that grows is that of a running
 * search, whose chart receives what it lacks.
 */
public final class SearchTrace {

  /**
   * @param speed speed-up over the default on the timed shapes; 0 for a rejection
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
  private final Configuration defaultConfiguration;
  private final List<String> shapes;
  private final List<Candidate> ended = new ArrayList<>();
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
    this.defaultConfiguration = run.subject().defaultConfiguration();
    this.shapes = run.subject().shapes();
    this.byShape = byShape;
  }

  /** Values of the objective's first metric by shape, where the candidate was timed. */
  private Map<String, Double> values(Candidate candidate) {
    return candidate
        .evaluation()
        .map(ended -> ended.values(objective.minimise().getFirst()))
        .orElseGet(LinkedHashMap::new);
  }

  /** Whether it was timed on some of the shapes only, as in a search for a portfolio. */
  public boolean isPartial(Candidate candidate) {
    Set<String> timed = values(candidate).keySet();
    return !timed.isEmpty() && !timed.containsAll(shapes);
  }

  /** Candidates with a finished evaluation, in the order of its end. */
  public static List<Candidate> ended(List<Candidate> candidates) {
    return candidates.stream()
        .filter(candidate -> candidate.evaluation().isPresent())
        .sorted(
            Comparator.comparing(
                (Candidate candidate) -> candidate.evaluation().orElseThrow().finished()))
        .toList();
  }

  static Excerpt of(RunHistory history) {
    var trace = new SearchTrace(history.run(), false);
    ended(history.outlines()).forEach(trace::add);
    return trace.since(0);
  }

  /** Appends a candidate. One on some shapes only shows that the search is for a portfolio. */
  public void add(Candidate candidate) {
    ended.add(candidate);
    if (byShape || !isPartial(candidate)) {
      steps.add(next(candidate));
    } else {
      byShape = true;
      best = 0;
      steps.clear();
      ended.forEach(known -> steps.add(next(known)));
    }
  }

  /**
   * The evaluations that a page lacks.
   *
   * @param has number of evaluations that the page has; above the actual number, all are returned
   */
  public Excerpt since(int has) {
    int from = has > ended.size() ? 0 : has;
    var best = new ArrayList<int[]>();
    for (int i = from; i < steps.size(); i++) {
      if (steps.get(i).improved()) {
        best.add(new int[] {i, scaled(steps.get(i).best())});
      }
    }
    return new Excerpt(
        run.id(),
        from,
        ended.stream()
            .skip(from)
            .map(one -> one.evaluation().orElseThrow().finished())
            .mapToLong(end -> Duration.between(run.run().started(), end).toMillis())
            .toArray(),
        steps.stream().skip(from).mapToInt(step -> scaled(step.speed())).toArray(),
        best,
        byShape,
        RunFacts.isReplayed(run));
  }

  private static int scaled(double speed) {
    return (int) Math.round(SCALE * speed);
  }

  Step next(Candidate candidate) {
    double speed = byShape ? ofShapes(candidate) : ofOne(candidate);
    double now = byShape ? together(leading) : speed;
    boolean improved = now > best;
    best = Math.max(best, now);
    return new Step(speed, best, improved);
  }

  private static double ofOne(Candidate candidate) {
    double objective = candidate.objective().orElse(0);
    return objective > 0 ? 1 / objective : 0;
  }

  private double ofShapes(Candidate candidate) {
    Map<String, Double> values = values(candidate);
    if (candidate.configuration().equals(defaultConfiguration)) {
      theDefault.putAll(values);
    }
    values.forEach((shape, value) -> leading.merge(shape, value, Math::min));
    return combined(values);
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
   * The best of each shape in a search for a portfolio, before the finals; empty for a search for
   * one configuration, and until every shape was timed.
   */
  static Optional<Conclusion.Best> soFar(RunHistory history) {
    if (history.finals().isPresent()
        || history.outlines().stream().allMatch(known -> known.proposal().shapes().isEmpty())) {
      return Optional.empty();
    }
    var trace = new SearchTrace(history.run(), true);
    var leaders = new HashMap<String, Candidate>();
    for (Candidate candidate : history.outlines()) {
      if (candidate.isMeasured() && history.flags().exclusion(candidate.number()).isEmpty()) {
        trace
            .values(candidate)
            .forEach(
                (shape, value) -> {
                  if (value < trace.leading.getOrDefault(shape, Double.POSITIVE_INFINITY)) {
                    leaders.put(shape, candidate);
                  }
                });
        trace.next(candidate);
      }
    }
    double speedUp = trace.together(trace.leading);
    return speedUp > 0
        ? Optional.of(
            new Conclusion.Best(
                leaders.values().stream()
                    .distinct()
                    .sorted(Comparator.comparingInt(Candidate::number))
                    .toList(),
                OptionalDouble.of(speedUp)))
        : Optional.empty();
  }

  static Section section(StudiedRun run) {
    Excerpt trace = run.trace();
    var parts = new ArrayList<Block>();
    if (trace.best().isEmpty()) {
      return Section.of(
          "convergence", "Convergence", Block.Paragraph.of("No candidate was measured."));
    }
    int last = trace.best().getLast()[0];
    parts.add(
        Block.Paragraph.of(
            "%s, %s of them measured. Last improvement: evaluation %s, %s after the start."
                .formatted(
                    Numbers.count(trace.speed().length, "evaluation"),
                    Numbers.count(IntStream.of(trace.speed()).filter(speed -> speed > 0).count()),
                    Numbers.count(last + 1L),
                    Units.duration(trace.after(last)))));
    parts.add(
        chart(
            trace,
            "The table below lists the improvements.",
            "The %s".formatted(Numbers.count(trace.best().size(), "improvement")),
            table(run, trace)));
    return new Section("convergence", "Convergence", parts);
  }

  /**
   * @param below a sentence about the content below the chart
   * @param behind heading of the table
   */
  static Block.Chart chart(Excerpt trace, String below, String behind, Block table) {
    return new Block.Chart(
        "convergence",
        trace.byShape()
            ? "Speed-up over the default, combining the best configuration of each shape so far"
            : "Speed-up over the default, measured by the search",
        "Every evaluation as a point and the best so far as a line, over evaluations or over time. "
            + below,
        List.of(trace),
        behind,
        table);
  }

  private static Table table(StudiedRun run, Excerpt trace) {
    List<Candidate> ended = ended(run.history().outlines());
    return new Table.Columns<int[]>()
        .quantity("evaluation", improvement -> Numbers.count(improvement[0] + 1L))
        .quantity("after", improvement -> Units.duration(trace.after(improvement[0])))
        .quantity("speed-up", improvement -> Numbers.times(improvement[1] / SCALE))
        .quantity("candidate", improvement -> ended.get(improvement[0]).number())
        .text("origin", improvement -> ended.get(improvement[0]).proposal().origin())
        .text("configuration", improvement -> ended.get(improvement[0]).configuration())
        .rows(trace.best());
  }
}
