package dev.evokernel.spec;

import java.time.Duration;

/**
 * What a run may spend, finals and earlier sessions included. It ends at the limit that is reached
 * first. An absent limit is so far away that comparing with it needs no special case; {@link
 * #FOREVER} still fits a {@code long} of nanoseconds.
 *
 * @param wall time by the clock, or {@link #FOREVER}
 * @param evaluations configurations to evaluate, or {@link #UNLIMITED}
 */
public record Budget(Duration wall, long evaluations) {

  /** No limit in time: 292 years. */
  public static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

  /** No limit in evaluations. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  private static final Duration LONGEST_RESERVE = Duration.ofSeconds(20);

  /** A program that imports PyTorch takes about this long. */
  private static final Duration BASELINE_START = Duration.ofSeconds(10);

  public static final Budget DEFAULT = new Budget(Duration.ofMinutes(3), UNLIMITED);

  public Budget {
    if (wall.isNegative() || wall.isZero()) {
      throw new IllegalArgumentException("The budget's wall time must be positive, not " + wall);
    }
    if (evaluations <= 0) {
      throw new IllegalArgumentException(
          "The budget's evaluations must be positive, not " + evaluations);
    }
    if (wall.equals(FOREVER) && evaluations == UNLIMITED) {
      throw new IllegalArgumentException("A budget has a wall time, or evaluations, or both.");
    }
  }

  /** A budget that leaves this much time to the search, besides {@link #finalsReserve}. */
  public static Budget ofSearch(Duration search, long evaluations) {
    if (search.equals(FOREVER)) {
      return new Budget(FOREVER, evaluations);
    }
    Duration ninth = search.dividedBy(9);
    return new Budget(
        search.plus(ninth.compareTo(LONGEST_RESERVE) < 0 ? ninth : LONGEST_RESERVE), evaluations);
  }

  public boolean hasWall() {
    return !wall.equals(FOREVER);
  }

  public boolean hasEvaluations() {
    return evaluations != UNLIMITED;
  }

  /** Whether it allows more time or more evaluations than another. */
  public boolean isBeyond(Budget other) {
    return wall.compareTo(other.wall) > 0 || evaluations > other.evaluations;
  }

  /** Whether a search that has spent this much may go on. */
  public boolean hasRoomAfter(long evaluated, Duration spent) {
    return evaluated < evaluations && spent.compareTo(wall.minus(finalsReserve())) < 0;
  }

  /** The part of the wall time that is reserved for the finals: a tenth, 20 s at most. */
  public Duration finalsReserve() {
    return tenthUpTo(LONGEST_RESERVE);
  }

  /**
   * The reserve with baselines in the finals: up to 10 s more for the start of each.
   *
   * @param baselines their number
   */
  public Duration finalsReserve(int baselines) {
    return finalsReserve().plus(tenthUpTo(BASELINE_START.multipliedBy(baselines)));
  }

  private Duration tenthUpTo(Duration most) {
    Duration tenth = wall.dividedBy(10);
    return tenth.compareTo(most) < 0 ? tenth : most;
  }
}
