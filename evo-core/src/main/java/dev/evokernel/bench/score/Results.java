package dev.evokernel.bench.score;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that a bench of the search reports.
 *
 * @param comparisons with other sets of traces; may be empty
 * @param efforts of each strategy by its name; empty where the searches were not run here
 */
public record Results(
    Tournament tournament,
    List<TraceComparison> comparisons,
    Map<String, List<ProposalCost>> efforts,
    Peers peers) {

  public Results {
    comparisons = List.copyOf(comparisons);
    efforts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(efforts));
  }
}
