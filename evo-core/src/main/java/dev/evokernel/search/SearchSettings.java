package dev.evokernel.search;

/**
 * Settings of a search.
 *
 * @param population configurations that breed, at least 2
 * @param seed the random seed
 * @param inFlight most concurrent evaluations, at least 1. At the limit, proposal {@code n} is made
 *     once the trials up to {@code n - inFlight} are known, in any order of their ends. More
 *     evaluations keep more compilers busy, but the search learns later
 * @param patience the expected improvement below which the search ends
 * @param knownBefore evaluations by earlier searches of the same run
 */
public record SearchSettings(
    int population, long seed, int inFlight, Patience patience, int knownBefore) {

  public static final SearchSettings DEFAULT = new SearchSettings(32, 42, 16);

  /** Evaluations in flight with the first offspring, including it, where compiling is short. */
  private static final int FIRST_IN_FLIGHT = 2;

  /** Compilation, relative to the time on the device, for each of the first in flight. */
  private static final double COMPILATION_OF_FIRST = 4;

  /** The divisor of the limit that bounds the first in flight: about the compile workers. */
  private static final int SHARE_OF_FIRST = 3;

  /** Evaluations in flight for each known one, at the slowest and at the fastest rise. */
  private static final double SLOWEST_RISE = 0.25;

  private static final double FASTEST_RISE = 1;

  /** Square root of the compilation, relative to the time on the device, of the fastest rise. */
  private static final double ROOT_OF_FASTEST = 8;

  /** Known evaluations at which the rise ends at the latest. */
  private static final int LONGEST_RISE = 192;

  public SearchSettings {
    if (population < 2) {
      throw new IllegalArgumentException(
          "population must be ≥ 2, was " + population + ". The default is 32.");
    }
    if (inFlight < 1) {
      throw new IllegalArgumentException("in_flight must be ≥ 1, was " + inFlight + ".");
    }
    if (knownBefore < 0) {
      throw new IllegalArgumentException("knownBefore must be ≥ 0, was " + knownBefore + ".");
    }
  }

  /** Creates settings of a run's first search. */
  public SearchSettings(int population, long seed, int inFlight, Patience patience) {
    this(population, seed, inFlight, patience, 0);
  }

  /** Creates settings of a search that ends only with its budget or its space. */
  public SearchSettings(int population, long seed, int inFlight) {
    this(population, seed, inFlight, Patience.NEVER_ENDS);
  }

  public SearchSettings withSeed(long other) {
    return new SearchSettings(population, other, inFlight, patience, knownBefore);
  }

  /** Continues earlier searches with this many evaluations. */
  public SearchSettings withKnownBefore(int evaluations) {
    return new SearchSettings(population, seed, inFlight, patience, evaluations);
  }

  /**
   * Number of evaluations that may be in flight, including the next proposal. Proposals made with
   * little knowledge are poor, so the number rises with the known evaluations: by {@value
   * #SLOWEST_RISE} for each, faster if the limit exceeds a quarter of {@value #LONGEST_RISE}, and
   * by up to {@value #FASTEST_RISE} the longer a compilation takes than the device. Beside long
   * compilations it also begins with more, since as many compile in the time of one.
   *
   * @param learnt evaluations that the search has learnt
   * @param compilation typical time of compiling, relative to that on the device
   */
  int inFlightAfter(long learnt, double compilation) {
    long known = knownBefore + learnt;
    double slope = Math.clamp(Math.sqrt(compilation) / ROOT_OF_FASTEST, SLOWEST_RISE, FASTEST_RISE);
    double rise = known * Math.max(slope, (double) inFlight / LONGEST_RISE);
    double most = Math.max(FIRST_IN_FLIGHT, (double) inFlight / SHARE_OF_FIRST);
    double first = Math.clamp(compilation / COMPILATION_OF_FIRST, FIRST_IN_FLIGHT, most);
    return (int) Math.min(inFlight, Math.floor(first) + Math.floor(rise));
  }
}
