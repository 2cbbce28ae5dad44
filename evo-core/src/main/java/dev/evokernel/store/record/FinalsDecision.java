package dev.evokernel.store.record;

import module java.base;

import dev.evokernel.stats.Verdict;

/**
 * Result of a run's finals.
 *
 * @param results one for each finalist and shape
 * @param verdict on the best finalist other than the default, against the default
 * @param tied numbers of the finalists that are statistically tied with the best, the best first;
 *     may include the default
 * @param portfolio the best set for the shapes, in a run that searched for a portfolio
 */
public record FinalsDecision(
    List<FinalistMeasurement> results,
    Verdict verdict,
    List<Integer> tied,
    Optional<PortfolioDecision> portfolio) {

  /** Creates the decision of a run without a portfolio. */
  public FinalsDecision(List<FinalistMeasurement> results, Verdict verdict, List<Integer> tied) {
    this(results, verdict, tied, Optional.empty());
  }

  /** Copies this decision with a portfolio. */
  public FinalsDecision with(Optional<PortfolioDecision> decided) {
    return new FinalsDecision(results, verdict, tied, decided);
  }

  public FinalsDecision {
    results = List.copyOf(results);
    tied = List.copyOf(tied);
  }

  /** The first candidate in a role. */
  public OptionalInt candidate(Role role) {
    return results.stream()
        .filter(result -> result.role() == role)
        .mapToInt(FinalistMeasurement::candidate)
        .findFirst();
  }

  public Optional<FinalistMeasurement> result(int candidate, String shape) {
    return results.stream()
        .filter(result -> result.candidate() == candidate && result.shape().equals(shape))
        .findFirst();
  }
}
