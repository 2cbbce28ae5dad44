package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Prior;
import dev.evokernel.stats.RankCorrelation;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.text.Units;

/** Sources that a run knew when it began, and their worth. */
public record KnownReport(List<Candidate> measured, List<Prior> priors) {

  /**
   * @param history with every candidate
   * @return a section with a row for each source; empty if the run knew nothing
   */
  public static Optional<Block> of(List<Prior> known, Supplier<RunHistory> history) {
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Block.Together.section(
                "Known when the run began",
                new KnownReport(history.get().eligible(), known).table()));
  }

  private Table table() {
    return new Table.Columns<Prior>()
        .text("source", Prior::source)
        .quantity("configurations", prior -> prior.timed().size())
        .quantity("measured here too", prior -> shared(prior).size())
        .quantity("rank correlation (95 % CI)", this::correlation)
        .quantity("proposals", prior -> proposed(prior).count())
        .quantity(
            "best of them",
            prior ->
                Units.formatted("%.4f", proposed(prior).mapToDouble(KnownReport::objective).min()))
        .rows(priors);
  }

  private Stream<Candidate> proposed(Prior prior) {
    return measured.stream()
        .filter(candidate -> candidate.proposal().origin().startsWith(prior.source()));
  }

  private static double objective(Candidate candidate) {
    return candidate.objective().orElseThrow();
  }

  /** Times there of the candidates measured in both. */
  private Map<Candidate, Double> shared(Prior prior) {
    var times = new HashMap<Configuration, Double>();
    prior.timed().forEach(timed -> times.put(timed.configuration(), timed.mean()));
    var shared = new LinkedHashMap<Candidate, Double>();
    for (Candidate candidate : measured) {
      double time = times.getOrDefault(candidate.configuration(), Double.NaN);
      if (!Double.isNaN(time) && candidate.objective().isPresent()) {
        shared.put(candidate, time);
      }
    }
    return shared;
  }

  private Optional<String> correlation(Prior prior) {
    Map<Candidate, Double> shared = shared(prior);
    return RankCorrelation.of(
            shared.keySet().stream().mapToDouble(KnownReport::objective).toArray(),
            shared.values().stream().mapToDouble(Double::doubleValue).toArray(),
            new SplittableRandom(1))
        .map(
            rank ->
                String.format(
                    Locale.ROOT, "%.2f (%.2f to %.2f)", rank.rho(), rank.low(), rank.high()));
  }
}
