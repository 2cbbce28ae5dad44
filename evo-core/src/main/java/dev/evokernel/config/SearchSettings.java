package dev.evokernel.config;

/**
 * The evolution.
 *
 * @param population configurations of one generation, at least 2
 * @param seed where every random choice comes from
 */
public record SearchSettings(int population, long seed) {

  public static final SearchSettings DEFAULT = new SearchSettings(32, 42);

  public SearchSettings {
    if (population < 2) {
      throw new IllegalArgumentException("A population has at least 2, not " + population + ".");
    }
  }
}
