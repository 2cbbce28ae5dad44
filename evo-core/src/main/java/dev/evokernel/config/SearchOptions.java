package dev.evokernel.config;

import dev.evokernel.search.Patience;
import dev.evokernel.search.SearchSettings;
import java.util.OptionalInt;

/**
 * Sections {@code search}, {@code stop} and {@code portfolio} of a job.
 *
 * @param population members of the population
 * @param seed the random seed
 * @param inFlight evaluations in flight; empty for a number that depends on the machine
 * @param patience the expected improvement below which the search ends
 * @param goal champion or portfolio
 */
public record SearchOptions(
    int population, long seed, OptionalInt inFlight, Patience patience, SearchGoal goal) {

  public static final SearchOptions DEFAULT =
      new SearchOptions(
          SearchSettings.DEFAULT.population(),
          SearchSettings.DEFAULT.seed(),
          OptionalInt.empty(),
          Patience.NEVER_ENDS,
          SearchGoal.DEFAULT);

  public SearchOptions withSeed(long other) {
    return new SearchOptions(population, other, inFlight, patience, goal);
  }

  public SearchOptions with(Patience other) {
    return new SearchOptions(population, seed, inFlight, other, goal);
  }

  public SearchOptions with(SearchGoal other) {
    return new SearchOptions(population, seed, inFlight, patience, other);
  }

  /** Fixes the evaluations in flight, independent of the machine. */
  public SearchOptions withInFlight(int evaluations) {
    return new SearchOptions(population, seed, OptionalInt.of(evaluations), patience, goal);
  }

  /**
   * @param suitable evaluations in flight if the job sets none
   */
  public SearchSettings settings(int suitable) {
    return new SearchSettings(population, seed, inFlight.orElse(suitable), patience);
  }
}
