package dev.evokernel.store;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The places of candidates among all of a run that may become champion, by objective.
 *
 * @param ranks by candidate number, from 1
 * @param total how many have a place, those that are not in {@code ranks} included
 */
public record Ranking(Map<Integer, Integer> ranks, int total) {

  public Ranking {
    ranks = Map.copyOf(ranks);
  }

  /** Of all of them; of equal ones the earlier goes first. */
  public static Ranking of(List<CandidateOutline> eligible) {
    List<CandidateOutline> sorted =
        eligible.stream()
            .sorted(Comparator.comparingDouble(one -> one.objective().orElseThrow()))
            .toList();
    var ranks = new HashMap<Integer, Integer>();
    for (int i = 0; i < sorted.size(); i++) {
      ranks.put(sorted.get(i).number(), i + 1);
    }
    return new Ranking(ranks, sorted.size());
  }
}
