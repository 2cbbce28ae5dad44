package dev.evokernel.search;

/**
 * What a user may set.
 *
 * @param population configurations that breed, at least 2
 * @param seed of every random choice
 * @param inFlight the most evaluations that are under way at once, at least 1: once so many are,
 *     the proposal {@code n} is made when the trials up to {@code n - inFlight} are known,
 *     whichever ended first. More of them keep more compilers busy, and teach the search later.
 * @param patience how little may be expected before the search ends
 * @param knownBefore evaluations of earlier searches of the same run, which this one begins with
 */
public record SearchSettings(
    int population, long seed, int inFlight, Patience patience, int knownBefore) {

  public static final SearchSettings DEFAULT = new SearchSettings(32, 42, 16);

  /** Evaluations in flight when the first offspring is proposed, itself included. */
  private static final int FIRST_IN_FLIGHT = 2;

  /** Evaluations after whose outcomes one more may be in flight, at the slowest. */
  private static final int KNOWN_FOR_ONE_MORE = 4;

  /** Known evaluations from which, at the latest, the full number is in flight. */
  private static final int LONGEST_RISE = 192;

  public SearchSettings {
    if (population < 2) {
      throw new IllegalArgumentException(
          "A population of " + population + " cannot evolve. Maybe choose 32.");
    }
    if (inFlight < 1) {
      throw new IllegalArgumentException(
          "With " + inFlight + " evaluations in flight nothing happens. Choose at least 1.");
    }
    if (knownBefore < 0) {
      throw new IllegalArgumentException("knownBefore must be ≥ 0, was " + knownBefore + ".");
    }
  }

  /** A search that begins with nothing known. */
  public SearchSettings(int population, long seed, int inFlight, Patience patience) {
    this(population, seed, inFlight, patience, 0);
  }

  /** A search that ends with its budget or its space alone. */
  public SearchSettings(int population, long seed, int inFlight) {
    this(population, seed, inFlight, Patience.NEVER_ENDS);
  }

  /** These settings with another random seed. */
  public SearchSettings withSeed(long other) {
    return new SearchSettings(population, other, inFlight, patience, knownBefore);
  }

  /** These settings for a search that follows others, which made so many evaluations. */
  public SearchSettings withKnownBefore(int evaluations) {
    return new SearchSettings(population, seed, inFlight, patience, evaluations);
  }

  /**
   * How many evaluations may be in flight, offspring included that is about to be proposed. What is
   * proposed before much is known is proposed blindly, so the lag rises with what is known, by one
   * for every {@value #KNOWN_FOR_ONE_MORE} evaluations; faster, if more than a quarter of {@value
   * #LONGEST_RISE} may be in flight.
   *
   * @param learnt evaluations that the search has learnt
   */
  int inFlightAfter(long learnt) {
    long known = knownBefore + learnt;
    long rise = Math.max(known / KNOWN_FOR_ONE_MORE, known * inFlight / LONGEST_RISE);
    return (int) Math.min(inFlight, FIRST_IN_FLIGHT + rise);
  }
}
