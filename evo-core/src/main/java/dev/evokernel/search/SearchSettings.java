package dev.evokernel.search;

/**
 * What a user may set.
 *
 * @param population configurations that survive a generation, at least 2
 * @param seed of every random choice
 */
public record SearchSettings(int population, long seed) {

  public static final SearchSettings DEFAULT = new SearchSettings(32, 42);

  public SearchSettings {
    if (population < 2) {
      throw new IllegalArgumentException(
          "A population of " + population + " cannot evolve. Maybe choose 32.");
    }
  }
}
