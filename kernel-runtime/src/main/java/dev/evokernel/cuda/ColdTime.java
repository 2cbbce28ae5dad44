package dev.evokernel.cuda;

/**
 * Time of launches with a cold cache, from times that include flushing.
 *
 * <p>A single launch lies between two events, after the flush. For several launches, the 2 µs of an
 * event before and after each would distort short ones. Their time is the time of as many pairs of
 * a flush and a launch, minus the time of as many flushes. If noise makes the difference 0 or
 * negative, the events decide, whose time is rather too long than too short.
 */
final class ColdTime {

  /** Clock of launches and flushes, in nanoseconds. */
  public interface Clock {

    /** Time of one launch after a flush, by events around the launch. */
    long alone();

    /** Time of {@code count} pairs of a flush and a launch. */
    long flushesAndLaunches(int count);

    /** Time of {@code count} flushes. */
    long flushes(int count);
  }

  private ColdTime() {}

  public static long nanos(Clock clock, int launches) {
    if (launches == 1) {
      return clock.alone();
    }
    // Launches come last, because their outputs are compared.
    long flushes = clock.flushes(launches);
    long difference = clock.flushesAndLaunches(launches) - flushes;
    return difference > 0 ? difference : launches * clock.alone();
  }
}
