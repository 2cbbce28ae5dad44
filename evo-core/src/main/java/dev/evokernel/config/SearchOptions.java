package dev.evokernel.config;

import dev.evokernel.search.Patience;
import dev.evokernel.search.SearchSettings;
import java.util.OptionalInt;

/**
 * The sections {@code search} and {@code stop} of a job.
 *
 * @param population members of the population
 * @param seed the random seed
 * @param inFlight evaluations in flight; empty for a number that depends on the machine
 * @param patience how little may be expected before the search ends
 */
public record SearchOptions(int population, long seed, OptionalInt inFlight, Patience patience) {

  public static final SearchOptions DEFAULT =
      new SearchOptions(
          SearchSettings.DEFAULT.population(), SearchSettings.DEFAULT.seed(), OptionalInt.empty());

  /** A search that ends with its budget or its space alone. */
  public SearchOptions(int population, long seed, OptionalInt inFlight) {
    this(population, seed, inFlight, Patience.NEVER_ENDS);
  }

  /** The same search from another random seed. */
  public SearchOptions withSeed(long other) {
    return new SearchOptions(population, other, inFlight, patience);
  }

  /** The same search with another patience. */
  public SearchOptions with(Patience other) {
    return new SearchOptions(population, seed, inFlight, other);
  }

  /** The same search with this many evaluations in flight, whatever the machine. */
  public SearchOptions withInFlight(int evaluations) {
    return new SearchOptions(population, seed, OptionalInt.of(evaluations), patience);
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
