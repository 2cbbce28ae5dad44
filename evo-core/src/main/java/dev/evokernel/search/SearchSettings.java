package dev.evokernel.search;

/**
 * Settings of a search.
 *
 * @param population configurations that breed, at least 2
 * @param inFlight most concurrent evaluations, at least 1. More evaluations keep more compilers
 *     busy, but the search learns later
 * @param patience the expected improvement below which the search ends
 * @param knownBefore evaluations by earlier searches of the same run
 */
public record SearchSettings(
    int population, long seed, int inFlight, Patience patience, int knownBefore) {

  public static final SearchSettings DEFAULT = new SearchSettings(32, 42, 16);

  /** Evaluations in flight with the first offspring, including it. */
  private static final int FIRST_IN_FLIGHT = 2;

  /** Known evaluations for each further one in flight, at the slowest rise. */
  private static final int KNOWN_FOR_ONE_MORE = 4;

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
   * little knowledge are poor, so the number rises with the known evaluations: by one for every
   * {@value #KNOWN_FOR_ONE_MORE}, and faster if the limit exceeds a quarter of {@value
   * #LONGEST_RISE}.
   */
  int inFlightAfter(long learnt) {
    long known = knownBefore + learnt;
    long rise = Math.max(known / KNOWN_FOR_ONE_MORE, known * inFlight / LONGEST_RISE);
    return (int) Math.min(inFlight, FIRST_IN_FLIGHT + rise);
  }

  /**
   * Stopping rule by expected improvement. A search ends after a number of consecutive proposals
   * that were each expected to improve on the best by less than a share.
   *
   * <p>The expectation is the acquisition function that ranks proposals. Equal seeds and outcomes
   * therefore end a search at the same proposal.
   *
   * @param share share of the best objective, at least 0 and below 1; 0 disables the rule
   * @param proposals consecutive proposals, at least 1
   */
  public record Patience(double share, int proposals) {

    /** Default number of consecutive proposals. */
    public static final int PROPOSALS = 50;

    /** Disables the rule. */
    public static final Patience NEVER_ENDS = new Patience(0, PROPOSALS);

    /** Ends a search whose verdict is confirmed: {@code stop: decided} in {@code evo.yaml}. */
    public static final Patience DECIDED = new Patience(0.01, PROPOSALS);

    public Patience {
      if (!(share >= 0 && share < 1)) {
        throw new IllegalArgumentException(
            "stop.patience must be at least 0% and below 100%, was " + 100 * share + "%.");
      }
      if (proposals < 1) {
        throw new IllegalArgumentException("stop.proposals must be ≥ 1, was " + proposals + ".");
      }
    }

    public boolean canEnd() {
      return share > 0;
    }
  }
}
