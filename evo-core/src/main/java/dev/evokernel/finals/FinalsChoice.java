package dev.evokernel.finals;

import module java.base;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.stats.ConfirmedRatio;
import dev.evokernel.stats.Distribution;
import dev.evokernel.stats.Metric;
import dev.evokernel.stats.Portfolio;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FinalsDecision.PortfolioDecision;
import dev.evokernel.store.FinalsDecision.PortfolioDecision.CandidateSet;

/**
 * The choice of what ships: one configuration, or a set of configurations, one for each shape.
 *
 * <p>The first process ranks the finalists, proposes the sets and dispatches each shape to the
 * fastest member. {@link ConfirmedRatio The other processes} judge these proposals, and every
 * reported figure is theirs. In a set, the default serves each shape on which the proposed member
 * is not shown to be faster, or at least not slower; but no set replaces a member that alone is at
 * least as fast on every shape. A larger set replaces a smaller accepted one only if the interval
 * of their ratio lies above 1. One acceptance rule judges the whole.
 */
final class FinalsChoice {

  /**
   * Result of the finals.
   *
   * @param champion the configuration accepted for all shapes
   * @param tied the best single configuration, then those that are statistically tied with it
   * @param portfolio the sets, in a run that searched for a portfolio
   */
  record Choice(
      Verdict verdict,
      Optional<Candidate> champion,
      List<Candidate> tied,
      Optional<PortfolioDecision> portfolio) {

    /** Numbers of the candidates that an accepted result uses. */
    Set<Integer> used() {
      var used = new TreeSet<Integer>();
      if (verdict.accepted()) {
        champion.ifPresent(candidate -> used.add(candidate.number()));
        portfolio.ifPresent(sets -> used.addAll(sets.dispatched().values()));
      }
      return used;
    }
  }

  /** A set's dispatch of the shapes, with the verdict on it. */
  private record Dispatch(SequencedMap<String, Candidate> byShape, Verdict verdict) {

    private List<Integer> candidates() {
      return byShape.values().stream().map(Candidate::number).distinct().sorted().toList();
    }
  }

  private final DecisionRule rule;
  private final SequencedMap<Candidate, Confirmation.Result> finalists;
  private final Candidate theDefault;
  private final List<String> shapes;
  private final double confidence;
  private final Map<Candidate, Map<String, ConfirmedRatio>> ratios;

  /**
   * @param finalists the default and at least one other
   * @param decisions the most decisions, whose intervals hold together
   */
  FinalsChoice(
      DecisionRule rule,
      SequencedMap<Candidate, Confirmation.Result> finalists,
      Candidate theDefault,
      int decisions) {
    this.rule = rule;
    this.finalists = finalists;
    this.theDefault = theDefault;
    this.shapes = List.copyOf(result(theDefault).samples().sequencedKeySet());
    int family = (finalists.size() - 1) * shapes.size() * decisions;
    this.confidence = SpeedUp.confidence(family);
    var others = new LinkedHashMap<Candidate, Map<String, ProcessSamples>>();
    finalists.forEach((candidate, result) -> others.put(candidate, result.samples()));
    others.remove(theDefault);
    this.ratios = ConfirmedRatio.of(result(theDefault).samples(), others, family);
  }

  private Confirmation.Result result(Candidate candidate) {
    return Objects.requireNonNull(finalists.get(candidate));
  }

  /** The ratio of a finalist to the default on a shape; empty for the default. */
  Optional<ConfirmedRatio> ratio(Candidate candidate, String shape) {
    return Optional.ofNullable(ratios.get(candidate))
        .map(byShape -> Objects.requireNonNull(byShape.get(shape)));
  }

  /** Chooses among the finalists that are not excluded. */
  Choice without(Set<Candidate> excluded) {
    List<Candidate> sound =
        finalists.keySet().stream().filter(candidate -> !excluded.contains(candidate)).toList();
    List<Candidate> ranked =
        confirmed(
            sound.stream()
                .filter(candidate -> !candidate.equals(theDefault))
                .sorted(Comparator.comparingDouble(this::first).thenComparingInt(Candidate::number))
                .toList());
    if (ranked.isEmpty()) {
      return new Choice(
          Verdict.defaultStays("No finalist is left."),
          Optional.empty(),
          List.of(),
          Optional.empty());
    }
    List<Candidate> accepted =
        ranked.stream().filter(candidate -> everywhere(candidate).verdict().accepted()).toList();
    Optional<Candidate> champion = champion(accepted);
    Candidate best = champion.orElseGet(() -> closest(ranked));
    Dispatch alone = everywhere(best);
    Verdict verdict = explained(alone.verdict(), best, accepted);
    List<Candidate> tied = tied(best, ranked);
    if (rule.portfolio().isEmpty()) {
      return new Choice(verdict, champion, tied, Optional.empty());
    }
    PortfolioDecision sets = sets(new Dispatch(alone.byShape(), verdict), ranked, sound);
    return new Choice(sets.verdict(), champion, tied, Optional.of(sets));
  }

  /** The finalists that a later process measured too; without any, all. */
  private List<Candidate> confirmed(List<Candidate> ranked) {
    List<Candidate> confirmed =
        ranked.stream()
            .filter(
                candidate ->
                    ratio(candidate, shapes.getFirst())
                        .filter(ratio -> ratio.confirmations() > 0)
                        .isPresent())
            .toList();
    return confirmed.isEmpty() ? ranked : confirmed;
  }

  /** Value of the objective's first metric in the first process; without the metric, infinite. */
  private double first(Candidate candidate) {
    return rule.objective()
        .first(result(candidate).first(), result(candidate).beside())
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** The fastest finalist that can still be accepted; without any, the fastest. */
  private Candidate closest(List<Candidate> ranked) {
    return ranked.stream()
        .max(
            Comparator.comparing(this::isOpen)
                .thenComparingDouble(candidate -> speedUp(everywhere(candidate))))
        .orElseThrow();
  }

  private boolean isOpen(Candidate candidate) {
    return everywhere(candidate).verdict().decision() == Decision.UNDECIDED;
  }

  /**
   * @param accepted the best first
   */
  private Optional<Candidate> champion(List<Candidate> accepted) {
    if (accepted.size() < 2 || !rule.objective().isTimeAlone()) {
      return accepted.stream().findFirst();
    }
    Candidate fastest = accepted.getFirst();
    double limit = (1 + TieBreak.WORTH) * first(fastest);
    return tied(fastest, accepted).stream()
        .filter(finalist -> first(finalist) <= limit)
        .min(rule.tieBreak().order());
  }

  /** The best and the finalists that are not shown to be faster or slower than it. */
  private List<Candidate> tied(Candidate best, List<Candidate> ranked) {
    Distribution time = drawnTime(everywhere(best));
    return Stream.concat(
            Stream.of(best),
            ranked.stream()
                .filter(candidate -> !candidate.equals(best))
                .filter(
                    candidate -> {
                      Distribution.Interval ratio =
                          drawnTime(everywhere(candidate)).over(time).interval(confidence);
                      return ratio.low() <= 1 && ratio.high() >= 1;
                    }))
        .toList();
  }

  /** Adds the tie-break's reason to the verdict if the fastest is not the champion. */
  private Verdict explained(Verdict verdict, Candidate best, List<Candidate> accepted) {
    return accepted.isEmpty() || best.equals(accepted.getFirst())
        ? verdict
        : verdict.with(
            List.of(
                rule.tieBreak()
                    .reason(best, accepted.getFirst(), first(best) / first(accepted.getFirst()))));
  }

  private Dispatch everywhere(Candidate candidate) {
    var byShape = new LinkedHashMap<String, Candidate>();
    shapes.forEach(shape -> byShape.put(shape, candidate));
    return judged(byShape);
  }

  private Dispatch judged(SequencedMap<String, Candidate> byShape) {
    var served = new LinkedHashMap<String, Optional<ConfirmedRatio>>();
    byShape.forEach((shape, candidate) -> served.put(shape, ratio(candidate, shape)));
    return new Dispatch(byShape, rule.acceptance().judge(served));
  }

  /**
   * @param ranked finalists that the sets may have
   * @param sound finalists against which losses are computed
   */
  private PortfolioDecision sets(Dispatch alone, List<Candidate> ranked, List<Candidate> sound) {
    List<Candidate> all = Stream.concat(Stream.of(theDefault), ranked.stream()).toList();
    List<double[]> proposed =
        all.stream()
            .map(one -> shapes.stream().mapToDouble(shape -> proposedTime(one, shape)).toArray())
            .toList();
    Portfolio portfolio = Portfolio.of(proposed, this::combined, rule.portfolio().orElseThrow());
    var sets = new ArrayList<Dispatch>(List.of(alone));
    Dispatch chosen = alone;
    for (Portfolio.Step step : portfolio.steps().subList(0, portfolio.chosen())) {
      Dispatch next = dispatch(step, all, proposed);
      if (next.candidates().size() > 1
          && !isNeedless(next)
          && sets.stream().noneMatch(set -> set.candidates().equals(next.candidates()))) {
        sets.add(next);
        chosen = replaces(next, chosen) ? next : chosen;
      }
    }
    return new PortfolioDecision(
        sets.stream().map(set -> candidateSet(set, sound)).toList(),
        sets.indexOf(chosen) + 1,
        numbers(chosen),
        chosen.verdict());
  }

  /** Whether a member alone, not refuted, is at least as fast on every shape, as confirmed. */
  private boolean isNeedless(Dispatch set) {
    return set.byShape().values().stream()
        .distinct()
        .filter(member -> !member.equals(theDefault))
        .filter(
            member ->
                set.byShape().entrySet().stream()
                    .allMatch(
                        served ->
                            confirmedTime(member, served.getKey())
                                <= confirmedTime(served.getValue(), served.getKey())))
        .anyMatch(member -> everywhere(member).verdict().decision() != Decision.DEFAULT_STAYS);
  }

  /** Dispatches each shape to the member that was fastest in the first process. */
  private Dispatch dispatch(Portfolio.Step step, List<Candidate> all, List<double[]> proposed) {
    boolean mayAddDefault =
        step.members().stream().map(all::get).filter(member -> !member.equals(theDefault)).count()
            < rule.portfolio().orElseThrow().atMost();
    var byShape = new LinkedHashMap<String, Candidate>();
    for (int s = 0; s < shapes.size(); s++) {
      Candidate member = all.get(Portfolio.dispatched(step, proposed, s));
      boolean serves = ratio(member, shapes.get(s)).filter(rule.acceptance()::serves).isPresent();
      byShape.put(shapes.get(s), serves || !mayAddDefault ? member : theDefault);
    }
    return judged(byShape);
  }

  /** Whether a set is chosen instead of a smaller set. */
  private boolean replaces(Dispatch larger, Dispatch smaller) {
    if (!smaller.verdict().accepted()) {
      return larger.verdict().accepted()
          || (larger.verdict().decision() == Decision.UNDECIDED
              && smaller.verdict().decision() == Decision.DEFAULT_STAYS);
    }
    return larger.verdict().accepted() && isFaster(larger, smaller);
  }

  /** Whether the interval of the ratio of two sets lies above 1. */
  private boolean isFaster(Dispatch larger, Dispatch smaller) {
    if (!rule.objective().isTimeAlone()) {
      return speedUp(larger) > speedUp(smaller);
    }
    return drawnTime(smaller).over(drawnTime(larger)).interval(confidence).low() > 1;
  }

  /**
   * Distribution of a set's combined time relative to the default's. Sets with the same candidate
   * on a shape share its draws there.
   */
  private Distribution drawnTime(Dispatch set) {
    var positions = new ArrayList<Integer>();
    var distributions = new ArrayList<Distribution>();
    for (int s = 0; s < shapes.size(); s++) {
      int position = s;
      ratio(Objects.requireNonNull(set.byShape().get(shapes.get(s))), shapes.get(s))
          .ifPresent(
              ratio -> {
                positions.add(position);
                distributions.add(ratio.further().drawn());
              });
    }
    double[] times = new double[shapes.size()];
    Arrays.fill(times, 1);
    return Distribution.combined(
        distributions,
        drawn -> {
          for (int i = 0; i < drawn.length; i++) {
            times[positions.get(i)] = 1 / drawn[i];
          }
          return combined(times);
        });
  }

  private double speedUp(Dispatch set) {
    return 1
        / combined(
            set.byShape().entrySet().stream()
                .mapToDouble(entry -> confirmedTime(entry.getValue(), entry.getKey()))
                .toArray());
  }

  private double combined(double... relativeTimes) {
    var byShape = new LinkedHashMap<String, Double>();
    for (int s = 0; s < relativeTimes.length; s++) {
      byShape.put(shapes.get(s), relativeTimes[s]);
    }
    return rule.objective().over().combine(byShape);
  }

  /** Time, or energy, relative to the default's in the first process. */
  private double proposedTime(Candidate candidate, String shape) {
    return metric(result(candidate).first(), shape) / metric(result(candidate).beside(), shape);
  }

  private double metric(Measured measured, String shape) {
    Metric metric = rule.objective().minimise().getFirst();
    Measurement measurement = measured.on(shape).orElseThrow();
    return metric.of(measurement).orElse(Double.NaN);
  }

  /** Time, or energy, relative to the default's, as the confirming processes measured it. */
  private double confirmedTime(Candidate candidate, String shape) {
    if (rule.objective().minimise().getFirst() == Metric.ENERGY) {
      return proposedTime(candidate, shape);
    }
    return ratio(candidate, shape).map(ratio -> 1 / ratio.speedUp().ratio()).orElse(1.0);
  }

  private CandidateSet candidateSet(Dispatch set, List<Candidate> sound) {
    var losses = new LinkedHashMap<String, Double>();
    set.byShape()
        .forEach(
            (shape, server) ->
                losses.put(
                    shape,
                    sound.stream()
                        .mapToDouble(
                            other -> confirmedTime(server, shape) / confirmedTime(other, shape) - 1)
                        .max()
                        .orElseThrow()));
    return new CandidateSet(set.candidates(), speedUp(set), losses, set.verdict().decision());
  }

  private static Map<String, Integer> numbers(Dispatch set) {
    var numbers = new LinkedHashMap<String, Integer>();
    set.byShape().forEach((shape, candidate) -> numbers.put(shape, candidate.number()));
    return numbers;
  }
}
