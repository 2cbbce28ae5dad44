package dev.evokernel.config;

import dev.evokernel.search.SearchSettings;
import java.util.OptionalInt;

/**
 * The {@code search} section of a job.
 *
 * @param population members of the population
 * @param seed the random seed
 * @param inFlight evaluations in flight; empty for a number that depends on the machine
 */
public record SearchOptions(int population, long seed, OptionalInt inFlight) {

  public static final SearchOptions DEFAULT =
      new SearchOptions(
          SearchSettings.DEFAULT.population(), SearchSettings.DEFAULT.seed(), OptionalInt.empty());

  /** The same search from another random seed. */
  public SearchOptions withSeed(long other) {
    return new SearchOptions(population, other, inFlight);
  }

  /** The same search with this many evaluations in flight, whatever the machine. */
  public SearchOptions withInFlight(int evaluations) {
    return new SearchOptions(population, seed, OptionalInt.of(evaluations));
  }

  /**
   * The settings of the search.
   *
   * @param suitable evaluations in flight where the job gives none
   */
  public SearchSettings settings(int suitable) {
    return new SearchSettings(population, seed, inFlight.orElse(suitable));
  }
}
