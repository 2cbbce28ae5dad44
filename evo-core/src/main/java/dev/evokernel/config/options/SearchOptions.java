package dev.evokernel.config.options;

import dev.evokernel.search.Patience;
import dev.evokernel.search.SearchSettings;
import java.util.OptionalInt;

/**
 * The sections {@code search}, {@code stop} and {@code portfolio} of a job.
 *
 * @param population members of the population
 * @param seed the random seed
 * @param inFlight evaluations in flight; empty for a number that depends on the machine
 * @param patience how little may be expected before the search ends
 * @param goal what it looks for
 */
public record SearchOptions(
    int population, long seed, OptionalInt inFlight, Patience patience, SearchGoal goal) {

  public static final SearchOptions DEFAULT =
      new SearchOptions(
          SearchSettings.DEFAULT.population(), SearchSettings.DEFAULT.seed(), OptionalInt.empty());

  /** A search that ends with its budget or its space alone. */
  public SearchOptions(int population, long seed, OptionalInt inFlight) {
    this(population, seed, inFlight, Patience.NEVER_ENDS, SearchGoal.DEFAULT);
  }

  /** The same search from another random seed. */
  public SearchOptions withSeed(long other) {
    return new SearchOptions(population, other, inFlight, patience, goal);
  }

  /** The same search with another patience. */
  public SearchOptions with(Patience other) {
    return new SearchOptions(population, seed, inFlight, other, goal);
  }

  /** The same search for something else. */
  public SearchOptions with(SearchGoal other) {
    return new SearchOptions(population, seed, inFlight, patience, other);
  }

  /** The same search with this many evaluations in flight, whatever the machine. */
  public SearchOptions withInFlight(int evaluations) {
    return new SearchOptions(population, seed, OptionalInt.of(evaluations), patience, goal);
  }

  /**
   * The settings of the search.
   *
   * @param suitable evaluations in flight where the job gives none
   */
  public SearchSettings settings(int suitable) {
    return new SearchSettings(population, seed, inFlight.orElse(suitable), patience);
  }
}
