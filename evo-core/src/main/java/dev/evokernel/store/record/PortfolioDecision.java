package dev.evokernel.store.record;

import module java.base;

import dev.evokernel.stats.Verdict;

/**
 * Best small set of configurations for the shapes of a run, by its finals.
 *
 * @param sets the best sets of 1, 2, 3 … candidates; never empty
 * @param chosen size of the chosen set
 * @param dispatched the fastest candidate of the chosen set for each shape
 * @param verdict on this dispatch against the default
 */
public record PortfolioDecision(
    List<CandidateSet> sets, int chosen, Map<String, Integer> dispatched, Verdict verdict) {

  /**
   * Best set of one size.
   *
   * @param candidates their numbers
   * @param speedUp over the default, aggregated over the shapes
   * @param losses against the fastest finalist, by shape: 0.01 is 1 % slower
   */
  public record CandidateSet(List<Integer> candidates, double speedUp, Map<String, Double> losses) {
    public CandidateSet {
      candidates = List.copyOf(candidates);
      losses = Collections.unmodifiableMap(new LinkedHashMap<>(losses));
    }

    /** Greatest loss on any shape. */
    public double greatestLoss() {
      return losses.values().stream().mapToDouble(loss -> loss).max().orElse(0);
    }
  }

  public PortfolioDecision {
    sets = List.copyOf(sets);
    dispatched = Collections.unmodifiableMap(new LinkedHashMap<>(dispatched));
    if (chosen < 1 || chosen > sets.size()) {
      throw new IllegalArgumentException(
          "chosen must be from 1 to " + sets.size() + ", was " + chosen + ".");
    }
  }

  public CandidateSet choice() {
    return sets.get(chosen - 1);
  }
}
