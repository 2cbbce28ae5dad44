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

  /** Whether a run that has spent this much has anything left. */
  public boolean hasRoomAfter(long evaluated, Duration spent) {
    return evaluated < evaluations && spent.compareTo(wall) < 0;
  }
}
