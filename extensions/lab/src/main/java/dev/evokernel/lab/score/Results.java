package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.lab.score.record.TraceComparison;

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
