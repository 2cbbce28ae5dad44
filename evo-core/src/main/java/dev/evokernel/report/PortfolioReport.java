package dev.evokernel.report;

import module java.base;

import dev.evokernel.stats.Objective;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision;
import dev.evokernel.store.FinalsDecision.PortfolioDecision;
import dev.evokernel.store.FinalsDecision.PortfolioDecision.CandidateSet;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Units;

/** A portfolio: the best sets of 1, 2, 3 … configurations, and the dispatch of the chosen set. */
public final class PortfolioReport {

  private static final List<String> COUNTS =
      List.of("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine");

  /** The least loss that is not shown as 0.0 %. */
  private static final double SHOWN = 0.0005;

  private static final Data.Columns<CandidateSet> SET =
      new Data.Columns<CandidateSet>()
          .add("candidates", CandidateSet::candidates)
          .addIfPresent("decision", set -> Optional.ofNullable(set.decision()).map(Decision::label))
          .add("speedup", CandidateSet::speedUp)
          .add("losses", CandidateSet::losses);

  static final Data.Columns<PortfolioReport> FIELDS =
      new Data.Columns<PortfolioReport>()
          .add("accepted", PortfolioReport::isAccepted)
          .add("reasons", report -> report.portfolio.verdict().reasons())
          .add("speedup", PortfolioReport::speedUp)
          .addAll("", OverallSpeedUp.FIELDS, report -> Optional.of(report.overall()))
          .add("chosen", report -> report.portfolio.chosen())
          .add("sets", report -> SET.objects(report.portfolio.sets()))
          .add("dispatch", report -> report.portfolio.dispatched())
          .add("configurations", PortfolioReport::byNumber);

  private final RunHistory history;
  private final PortfolioDecision portfolio;

  private PortfolioReport(RunHistory history, PortfolioDecision portfolio) {
    this.history = history;
    this.portfolio = portfolio;
  }

  /** The portfolio of a run; empty if the run searched for one champion, or without a decision. */
  public static Optional<PortfolioReport> of(RunHistory history) {
    return history
        .finals()
        .flatMap(FinalsDecision::portfolio)
        .map(found -> new PortfolioReport(history, found));
  }

  /** The headline: {@code Two configurations, chosen by shape: 1.065× the default …} */
  public String sentence() {
    return "%s: %s."
        .formatted(
            size() == 1 ? "One configuration" : count() + " configurations, chosen by shape",
            overall());
  }

  /** The set: {@code candidates 1, 4, chosen by shape, 1.065× …} */
  String named() {
    return "candidates %s, chosen by shape, %s".formatted(numbers(portfolio.choice()), overall());
  }

  /** Speed-up of the chosen set; without an interval if the objective is not time. */
  public OverallSpeedUp overall() {
    Objective objective = history.run().run().objective();
    OverallSpeedUp time = OverallSpeedUp.of(objective.over(), comparisons()).orElseThrow();
    return new OverallSpeedUp(
        speedUp(),
        time.low(),
        time.high(),
        objective.isTimeAlone() ? time.processes() : OptionalInt.empty(),
        time.combination());
  }

  /** Each shape's configuration of the chosen set, compared with the default. */
  List<Conclusion.Comparison> comparisons() {
    return history.run().subject().workloads().stream()
        .map(
            workload ->
                Conclusion.compare(
                    history,
                    workload,
                    dispatched(workload.shape().name()).flatMap(history::candidate)))
        .toList();
  }

  private String count() {
    return size() < COUNTS.size() ? COUNTS.get(size()) : Integer.toString(size());
  }

  /** The dispatch by shape, and the best sets by size. */
  public List<Block> tables() {
    return List.of(dispatch(), setTable());
  }

  /** The sets that were considered; empty if there is only the best single configuration. */
  public List<Block> sets() {
    return portfolio.sets().size() > 1 ? List.of(setTable()) : List.of();
  }

  /** The portfolio of a run, if the result of the run is a portfolio. */
  public static Optional<PortfolioReport> resultOf(RunHistory history) {
    return of(history).filter(PortfolioReport::isResult);
  }

  /** Whether the finals accepted a dispatch among several configurations. */
  public boolean isResult() {
    return isAccepted() && leads();
  }

  public boolean isAccepted() {
    return portfolio.verdict().accepted();
  }

  /** The set that the verdict of a run is about, accepted or not; empty for one configuration. */
  static Optional<PortfolioReport> leadOf(RunHistory history) {
    return of(history).filter(PortfolioReport::leads);
  }

  /** Whether the verdict is about a dispatch among several configurations. */
  public boolean leads() {
    return size() > 1;
  }

  /** Each dispatched configuration with its shapes and compiler flags. */
  public List<String> configurations() {
    var lines = new ArrayList<String>();
    for (Candidate candidate : dispatched()) {
      lines.add(
          "candidate %d, on %s:"
              .formatted(
                  candidate.number(),
                  shapes(candidate).stream()
                      .map(workload -> workload.shape().name())
                      .collect(Collectors.joining(", "))));
      lines.add(candidate.configuration().toString());
      lines.addAll(Macros.lines(history.run().subject(), candidate.configuration()));
    }
    return lines;
  }

  /** A sentence, for example {@code 2 configurations: 1.352×, at most 16.2 % slower.} */
  public List<String> steps() {
    return portfolio.sets().stream()
        .limit(portfolio.chosen())
        .map(
            set ->
                "%d configuration%s: %s, at most %s slower than the fastest finalist on a shape."
                    .formatted(
                        set.candidates().size(),
                        set.candidates().size() == 1 ? "" : "s",
                        Units.factor(set.speedUp()),
                        Units.percent(set.greatestLoss())))
        .toList();
  }

  public double speedUp() {
    return portfolio.choice().speedUp();
  }

  public int size() {
    return portfolio.choice().candidates().size();
  }

  public Optional<Integer> dispatched(String shape) {
    return Optional.ofNullable(portfolio.dispatched().get(shape));
  }

  private Table setTable() {
    return new Table.Columns<CandidateSet>()
        .quantity("configurations", set -> set.candidates().size())
        .text("candidates", PortfolioReport::numbers)
        .quantity("speed-up", set -> Units.factor(set.speedUp()))
        .quantity("greatest loss", set -> Units.percent(set.greatestLoss()))
        .text("on", PortfolioReport::worst)
        .text("", this::note)
        .rows(portfolio.sets());
  }

  private Table dispatch() {
    return new Table.Columns<Conclusion.Comparison>()
        .text("shape", Conclusion.Comparison::shape)
        .quantity("candidate", line -> dispatched(line.shape()))
        .quantity("p50", line -> Units.p50(line.best()))
        .quantity("speed-up", line -> line.speedUp().map(SpeedUp::toString).orElse("the default"))
        .quantity(
            "loss",
            line -> Units.percent(portfolio.choice().losses().getOrDefault(line.shape(), 0.0)))
        .rows(comparisons());
  }

  private String note(CandidateSet set) {
    if (portfolio.verdict().accepted() && set.equals(portfolio.choice())) {
      return "chosen";
    }
    return set.decision() == null || set.decision() == Decision.ACCEPTED
        ? set.speedUp() > speedUp() ? "not shown to be faster" : ""
        : set.decision() == Decision.UNDECIDED ? "inconclusive" : "not accepted";
  }

  private static String worst(CandidateSet set) {
    return set.losses().entrySet().stream()
        .filter(entry -> entry.getValue() >= SHOWN)
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse("");
  }

  private static String numbers(CandidateSet set) {
    return set.candidates().stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  /** Candidates of the dispatch, by number. */
  public List<Candidate> dispatched() {
    return portfolio.dispatched().values().stream()
        .distinct()
        .sorted()
        .flatMap(number -> history.candidate(number).stream())
        .toList();
  }

  private Map<String, Object> byNumber() {
    var configurations = new LinkedHashMap<String, Object>();
    dispatched()
        .forEach(
            candidate ->
                configurations.put(
                    Integer.toString(candidate.number()), Plain.of(candidate.configuration())));
    return configurations;
  }

  public List<Workload> shapes(Candidate candidate) {
    return history.run().subject().workloads().stream()
        .filter(
            workload ->
                Integer.valueOf(candidate.number())
                    .equals(portfolio.dispatched().get(workload.shape().name())))
        .toList();
  }
}
