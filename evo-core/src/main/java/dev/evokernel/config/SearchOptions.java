package dev.evokernel.config;

import dev.evokernel.search.SearchSettings;
import java.util.OptionalInt;

/**
 * The {@code search} section of a job.
 *
 * @param population configurations that breed
 * @param seed of every random choice
 * @param inFlight evaluations that are under way at once; empty for as many as suit the machine
 */
public record SearchOptions(int population, long seed, OptionalInt inFlight) {

  public static final SearchOptions DEFAULT =
      new SearchOptions(
          SearchSettings.DEFAULT.population(), SearchSettings.DEFAULT.seed(), OptionalInt.empty());

  /** The same search with other random choices. */
  public SearchOptions withSeed(long other) {
    return new SearchOptions(population, other, inFlight);
  }

  /** The same search with this many evaluations in flight, whatever the machine. */
  public SearchOptions withInFlight(int evaluations) {
    return new SearchOptions(population, seed, OptionalInt.of(evaluations));
  }

  /**
   * What is searched with.
   *
   * @param suitable evaluations in flight where the job leaves that open
   */
  public SearchSettings settings(int suitable) {
    return new SearchSettings(population, seed, inFlight.orElse(suitable));
  }
}
