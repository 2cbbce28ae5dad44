package dev.evokernel.store.query;

import module java.base;

import dev.evokernel.store.record.Candidate;

/**
 * Ranks of candidates by objective, among all candidates of a run that may become champion.
 *
 * @param ranks by candidate number, from 1
 * @param total number of ranked candidates, including candidates outside {@code ranks}
 */
public record Ranking(Map<Integer, Integer> ranks, int total) {

  public Ranking {
    ranks = Map.copyOf(ranks);
  }

  /** Ranks all candidates; the earlier of two equal candidates is first. */
  public static Ranking of(List<Candidate> eligible) {
    List<Candidate> sorted =
        eligible.stream()
            .sorted(Comparator.comparingDouble(candidate -> candidate.objective().orElseThrow()))
            .toList();
    var ranks = new HashMap<Integer, Integer>();
    for (int i = 0; i < sorted.size(); i++) {
      ranks.put(sorted.get(i).number(), i + 1);
    }
    return new Ranking(ranks, sorted.size());
  }
}
