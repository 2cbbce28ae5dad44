package dev.evokernel.search;

/**
 * What a user may set.
 *
 * @param population configurations that breed, at least 2
 * @param seed of every random choice
 * @param inFlight evaluations that are under way at once, at least 1: the proposal {@code n} is
 *     made when the trials up to {@code n - inFlight} are known, whichever ended first. More of
 *     them keep more compilers busy, and teach the search later.
 * @param patience how little may be expected before the search ends
 */
public record SearchSettings(int population, long seed, int inFlight, Patience patience) {

  public static final SearchSettings DEFAULT = new SearchSettings(32, 42, 16);

  public SearchSettings {
    if (population < 2) {
      throw new IllegalArgumentException(
          "A population of " + population + " cannot evolve. Maybe choose 32.");
    }
    if (inFlight < 1) {
      throw new IllegalArgumentException(
          "With " + inFlight + " evaluations in flight nothing happens. Choose at least 1.");
    }
  }

  /** A search that ends with its budget or its space alone. */
  public SearchSettings(int population, long seed, int inFlight) {
    this(population, seed, inFlight, Patience.NEVER_ENDS);
  }

  /** The same search with other random choices. */
  public SearchSettings withSeed(long other) {
    return new SearchSettings(population, other, inFlight, patience);
  }
}
