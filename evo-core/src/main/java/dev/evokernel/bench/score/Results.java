package dev.evokernel.bench.score;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that a bench of the search reports.
 *
 * @param comparisons with other sets of traces; may be empty
 * @param longRuns what runs over several budgets tell; empty where a run had one
 * @param efforts of each strategy by its name; empty where the searches were not run here
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

  /** Of runs over one budget. */
  public Results(
      Tournament tournament,
      List<TraceComparison> comparisons,
      Map<String, List<ProposalCost>> efforts,
      Peers peers) {
    this(tournament, comparisons, Optional.empty(), efforts, peers);
  }

  /** The same with what long runs tell. */
  public Results with(Optional<LongRuns> runs) {
    return new Results(tournament, comparisons, runs, efforts, peers);
  }
}
