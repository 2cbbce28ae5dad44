package dev.evokernel.measure;

import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * The energy of one launch, by the device's counter.
 *
 * <p>The counter moves every 20 to 100 ms, so launches follow each other without a pause for as
 * long as that takes many times, and what counts are the launches between two of its moves. It
 * counts the whole device: what it would draw idle is part of what a launch costs.
 */
public final class EnergyMeter {

  /** Nanoseconds of launches between two looks at the counter, at the least. */
  static final long PIECE = 4_000_000;

  /** Nanoseconds of launches that count, at the least. */
  static final long AT_LEAST = 300_000_000;

  /** Nanoseconds of launches in which a counter moves that ever does. */
  static final long PATIENCE = 500_000_000;

  private final Supplier<OptionalDouble> joules;

  /**
   * @param joules that the device has consumed, counted from any moment; empty when it does not
   *     tell
   */
  public EnergyMeter(Supplier<OptionalDouble> joules) {
    this.joules = joules;
  }

  /**
   * Joules of one launch; empty when the device does not tell, or its counter stands still.
   *
   * @param timer launches one after the other
   * @param nanosOfALaunch about
   */
  public OptionalDouble measure(BatchTimer timer, double nanosOfALaunch) {
    int launches = (int) Math.clamp(Math.ceil(PIECE / nanosOfALaunch), 1, 1 << 20);
    OptionalDouble start = nextMove(timer, launches);
    if (start.isEmpty()) {
      return start;
    }
    double moved = start.getAsDouble();
    long launched = 0;
    long spent = 0;
    long launchedAtMove = 0;
    long spentAtMove = 0;
    while (spentAtMove < AT_LEAST) {
      spent += timer.nanos(launches);
      launched += launches;
      double now = joules.get().orElse(moved);
      if (now > moved) {
        moved = now;
        launchedAtMove = launched;
        spentAtMove = spent;
      } else if (spent - spentAtMove > PATIENCE) {
        return OptionalDouble.empty();
      }
    }
    return OptionalDouble.of((moved - start.getAsDouble()) / launchedAtMove);
  }

  /** Launches until the counter moves, and says where it then stands. */
  private OptionalDouble nextMove(BatchTimer timer, int launches) {
    OptionalDouble before = joules.get();
    long spent = 0;
    while (before.isPresent() && spent <= PATIENCE) {
      spent += Math.max(1, timer.nanos(launches));
      OptionalDouble now = joules.get();
      if (now.isPresent() && now.getAsDouble() > before.getAsDouble()) {
        return now;
      }
    }
    return OptionalDouble.empty();
  }
}
