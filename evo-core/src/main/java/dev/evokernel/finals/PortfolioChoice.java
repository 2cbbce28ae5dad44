package dev.evokernel.finals;

import module java.base;

import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.objective.AcceptanceRule;
import dev.evokernel.stats.objective.Metric;
import dev.evokernel.stats.objective.Portfolio;
import dev.evokernel.stats.objective.PortfolioSettings;
import dev.evokernel.store.record.FinalistMeasurement;
import dev.evokernel.store.record.FinalsDecision;
import dev.evokernel.store.record.PortfolioDecision;
import dev.evokernel.store.record.PortfolioDecision.CandidateSet;
import dev.evokernel.store.record.Role;

/**
 * The choice of a set of finalists in a search for a portfolio, and its acceptance.
 *
 * <p>The set is judged like a single candidate, on the shapes that it does not leave to the
 * default. If the set is refused, a second set is chosen: each finalist then serves only the shapes
 * on which it wins, and the default serves the others. So a shape without a sufficient speed-up
 * does not lose the speed-ups on other shapes.
 */
public final class PortfolioChoice {

  private final RunSpec spec;
  private final PortfolioSettings settings;
  private final List<String> shapes;

  private PortfolioChoice(RunSpec spec, PortfolioSettings settings) {
    this.spec = spec;
    this.settings = settings;
    this.shapes = spec.shapes().stream().map(shape -> shape.name()).toList();
  }

  /** Creates the choice of a run; empty if the run looks for one champion. */
  public static Optional<PortfolioChoice> of(RunSpec spec) {
    return spec.search().portfolio().map(settings -> new PortfolioChoice(spec, settings));
  }

  /** A finalist with its measurements by shape. */
  private record Finalist(int number, Map<String, FinalistMeasurement> results) {

    Optional<FinalistMeasurement> on(String shape) {
      return Optional.ofNullable(results.get(shape));
    }

    ProcessSamples samples(String shape) {
      return on(shape).orElseThrow().byProcess();
    }
  }

  /**
   * Decides the set of the finals.
   *
   * @param excluded numbers of finalists that may not be in the set
   * @return empty without a measurement of a finalist besides the default
   */
  public Optional<PortfolioDecision> decide(FinalsDecision held, Set<Integer> excluded) {
    List<Finalist> finalists = finalists(held, excluded);
    OptionalInt theDefault = position(held.candidate(Role.DEFAULT), finalists);
    if (theDefault.isEmpty() || finalists.size() < 2) {
      return Optional.empty();
    }
    // The tie-break may have chosen another finalist than the fastest, and a set has one champion.
    OptionalInt champion = position(held.candidate(Role.CHAMPION), finalists);
    Finalist before = finalists.get(theDefault.getAsInt());
    PortfolioDecision first =
        decision(
            finalists,
            before,
            champion,
            finalists.stream().map(finalist -> ratios(finalist, before)).toList());
    if (first.verdict().accepted()) {
      return Optional.of(first);
    }
    PortfolioDecision ofWins =
        decision(
            finalists,
            before,
            OptionalInt.empty(),
            finalists.stream().map(finalist -> wins(finalist, before)).toList());
    return Optional.of(ofWins.verdict().accepted() ? ofWins : first);
  }

  private static OptionalInt position(OptionalInt number, List<Finalist> finalists) {
    return IntStream.range(0, finalists.size())
        .filter(i -> OptionalInt.of(finalists.get(i).number()).equals(number))
        .findFirst();
  }

  /** Lists the finalists, in the order of the results. */
  private static List<Finalist> finalists(FinalsDecision held, Set<Integer> excluded) {
    var results = new LinkedHashMap<Integer, SequencedMap<String, FinalistMeasurement>>();
    for (FinalistMeasurement one : held.results()) {
      if (!excluded.contains(one.candidate())) {
        results.computeIfAbsent(one.candidate(), _ -> new LinkedHashMap<>()).put(one.shape(), one);
      }
    }
    var finalists = new ArrayList<Finalist>();
    results.forEach((number, some) -> finalists.add(new Finalist(number, some)));
    return finalists;
  }

  /**
   * @param ratios of each finalist on each shape; {@link Double#NaN} where it may not serve
   */
  private PortfolioDecision decision(
      List<Finalist> finalists, Finalist theDefault, OptionalInt champion, List<double[]> ratios) {
    Portfolio portfolio =
        Portfolio.preferring(champion, ratios, PortfolioSelection.combining(spec), settings);
    List<Finalist> servers =
        IntStream.range(0, shapes.size())
            .mapToObj(s -> finalists.get(Portfolio.dispatched(portfolio.choice(), ratios, s)))
            .toList();
    boolean changesNothing = servers.stream().allMatch(theDefault::equals);
    var dispatched = new LinkedHashMap<String, Integer>();
    var served = new LinkedHashMap<String, ProcessSamples>();
    var before = new LinkedHashMap<String, ProcessSamples>();
    for (int s = 0; s < shapes.size(); s++) {
      String shape = shapes.get(s);
      Finalist server = servers.get(s);
      dispatched.put(shape, server.number());
      if (changesNothing || !server.equals(theDefault)) {
        served.put(shape, server.samples(shape));
        before.put(shape, theDefault.samples(shape));
      }
    }
    Verdict verdict = rule().judge(before, served, spec.stream("portfolio")).verdict();
    return new PortfolioDecision(
        portfolio.steps().stream().map(step -> set(step, finalists)).toList(),
        portfolio.chosen(),
        dispatched,
        verdict);
  }

  private AcceptanceRule rule() {
    return spec.acceptance().rule();
  }

  /** Computes the times of a finalist relative to the default's, by shape. */
  private double[] ratios(Finalist finalist, Finalist theDefault) {
    return shapes.stream()
        .mapToDouble(
            shape ->
                finalist
                    .on(shape)
                    .flatMap(
                        measurement ->
                            theDefault.on(shape).map(before -> ratio(measurement, before)))
                    .orElse(Double.NaN))
        .toArray();
  }

  /**
   * Computes the ratios of a finalist on the shapes on which it wins; the default may serve every
   * shape.
   */
  private double[] wins(Finalist finalist, Finalist theDefault) {
    double[] ratios = ratios(finalist, theDefault);
    for (int s = 0; s < ratios.length && !finalist.equals(theDefault); s++) {
      if (!Double.isNaN(ratios[s])) {
        String shape = shapes.get(s);
        SpeedUp speedUp = SpeedUp.of(finalist.samples(shape).against(theDefault.samples(shape)));
        ratios[s] = rule().wins(speedUp) ? ratios[s] : Double.NaN;
      }
    }
    return ratios;
  }

  /** Computes the ratio of two finalists, from the processes in which both took part. */
  private double ratio(FinalistMeasurement finalist, FinalistMeasurement theDefault) {
    if (spec.objective().minimise().getFirst() == Metric.ENERGY) {
      return finalist.joules().orElse(Double.NaN) / theDefault.joules().orElse(Double.NaN);
    }
    return finalist
        .speedUp()
        .map(speedUp -> 1 / speedUp.ratio())
        .orElse(finalist.samples().p50() / theDefault.samples().p50());
  }

  private CandidateSet set(Portfolio.Step step, List<Finalist> finalists) {
    var losses = new LinkedHashMap<String, Double>();
    for (int s = 0; s < shapes.size(); s++) {
      losses.put(shapes.get(s), step.losses().get(s));
    }
    return new CandidateSet(
        step.members().stream().map(member -> finalists.get(member).number()).toList(),
        1 / step.ratio(),
        losses);
  }
}
