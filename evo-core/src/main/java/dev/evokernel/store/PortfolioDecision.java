package dev.evokernel.store;

import module java.base;

import dev.evokernel.stats.Verdict;
import dev.evokernel.stats.Verdict.Decision;
import org.jspecify.annotations.Nullable;

/**
 * Best small set of configurations for the shapes of a run, by its finals.
 *
 * @param sets the best single configuration, then larger sets; never empty
 * @param chosen position of the chosen set, from 1
 * @param dispatched the candidate of the chosen set for each shape
 * @param verdict on this dispatch against the default
 */
public record PortfolioDecision(
    List<CandidateSet> sets, int chosen, Map<String, Integer> dispatched, Verdict verdict) {

  /**
   * Set of configurations.
   *
   * @param candidates their numbers, with the default's if it serves a shape
   * @param speedUp over the default, aggregated over the shapes
   * @param losses against the fastest finalist, by shape: 0.01 is 1 % slower
   * @param decision on this set alone; {@code null} in runs of evo 0.2 and older
   */
  public record CandidateSet(
      List<Integer> candidates,
      double speedUp,
      Map<String, Double> losses,
      @Nullable Decision decision) {
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
