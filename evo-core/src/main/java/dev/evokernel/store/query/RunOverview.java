package dev.evokernel.store.query;

import module java.base;

import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.run.RunLimits;

/**
 * Data of a report on one run, without every candidate of a long run.
 *
 * @param history with the notable candidates: the default, the finalists, the best of the search
 *     with their ancestors, the best on each shape in a search for a portfolio, generation 0,
 *     flagged candidates, and candidates measured on a disturbed device. A run with two metrics has
 *     every candidate, since the front needs all of them
 * @param outcomes number of candidates with each outcome, most frequent first
 * @param ranking of generation 0 at least
 * @param latest end of the last evaluation
 * @param limits budget of the run
 */
public record RunOverview(
    RunHistory history,
    SequencedMap<String, Long> outcomes,
    Ranking ranking,
    Optional<Instant> latest,
    RunLimits limits) {

  public RunOverview {
    outcomes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(outcomes));
  }

  /** Number of candidates in the run. */
  public long candidates() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }

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
}
