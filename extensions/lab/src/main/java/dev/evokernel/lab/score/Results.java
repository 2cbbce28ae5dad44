package dev.evokernel.lab.score;

import dev.evokernel.lab.score.record.TraceComparison;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reported results of a bench of the search.
 *
 * @param comparisons with other sets of traces; may be empty
 * @param longRuns results over several budgets; empty if a run had one budget
 * @param efforts proposal costs of each strategy by its name; empty if the searches were not run
 *     here
 */
public record Results(
    Tournament tournament,
    List<TraceComparison> comparisons,
    Optional<LongRuns> longRuns,
    Map<String, List<ProposalCost>> efforts,
    Peers peers) {

  public Results {
    comparisons = List.copyOf(comparisons);
    efforts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(efforts));
  }
}
