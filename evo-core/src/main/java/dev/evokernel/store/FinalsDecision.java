package dev.evokernel.store;

import dev.evokernel.stats.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * How a run was decided.
 *
 * @param results one for each finalist and shape
 * @param verdict on the best finalist, the default aside, against the default
 * @param tied numbers of the finalists that cannot be told from the best, the best first; the
 *     default may be among them
 * @param portfolio the set that serves the shapes best, in a run that looked for one
 */
public record FinalsDecision(
    List<FinalistMeasurement> results,
    Verdict verdict,
    List<Integer> tied,
    Optional<PortfolioDecision> portfolio) {

  /** Of a run that looked for a champion. */
  public FinalsDecision(List<FinalistMeasurement> results, Verdict verdict, List<Integer> tied) {
    this(results, verdict, tied, Optional.empty());
  }

  /** The same with a set. */
  public FinalsDecision with(Optional<PortfolioDecision> other) {
    return new FinalsDecision(results, verdict, tied, other);
  }

  public FinalsDecision {
    results = List.copyOf(results);
    tied = List.copyOf(tied);
  }

  /** The first candidate in this role, if there is one. */
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
