package dev.evokernel.cuda;

/**
 * How long launches take from a cold cache, out of times that contain flushing.
 *
 * <p>A single launch lies between two events of its own, behind the flush. Several are short ones:
 * the 2 µs of an event before and after each would distort them. Their time is that of as many
 * pairs of a flush and a launch, less that of as many flushes. If noise makes the difference 0 or
 * negative, the events decide: their time is rather too long than too short.
 */
final class ColdTime {

  /** What can be timed, in nanoseconds. */
  interface Clock {

    /** One launch behind a flush, by events around the launch. */
    long alone();

    /** So many times a flush and a launch. */
    long flushesAndLaunches(int count);

    /** So many times a flush. */
    long flushes(int count);
  }

  private ColdTime() {}

  /** Nanoseconds of {@code launches} launches. */
  static long nanos(Clock clock, int launches) {
    if (launches == 1) {
      return clock.alone();
    }
    // Launches come last: what they left is compared.
    long flushes = clock.flushes(launches);
    long difference = clock.flushesAndLaunches(launches) - flushes;
    return difference > 0 ? difference : launches * clock.alone();
  }
}
