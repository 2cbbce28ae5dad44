package dev.evokernel.measure;

import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * The energy of one launch, by the device's counter.
 *
 * <p>The counter is updated every 20 to 100 ms, so launches follow each other without a pause for
 * many updates, and the launches between the first and the last update count. The counter covers
 * the whole device, its idle power included.
 *
 * <p>A GPU's driver takes milliseconds to read it. Another thread reads it, so that the device does
 * not idle meanwhile.
 */
public final class EnergyMeter {

  /** Nanoseconds of launches between two looks at the counter, at the least. */
  static final long PIECE = 4_000_000;

  /** Nanoseconds of launches that count, at the least. */
  static final long AT_LEAST = 600_000_000;

  /** Nanoseconds of launches after which a counter without an update is given up. */
  static final long PATIENCE = 500_000_000;

  /** What a measurement takes, with the wait for the first update of the counter. */
  public static final Duration USUAL = Duration.ofMillis(700);

  /** An update of the counter, and the launches when it was read. */
  private record Move(double joules, long launched, long spent) {}

  private final Supplier<OptionalDouble> joules;

  /**
   * @param joules that the device has consumed, counted from any moment; empty when it has no
   *     counter. Called by one thread at a time, mostly another than the measuring one.
   */
  public EnergyMeter(Supplier<OptionalDouble> joules) {
    this.joules = joules;
  }

  /**
   * Joules of one launch; empty when the device has no counter, or it is not updated.
   *
   * @param timer launches one after the other
   * @param nanosOfALaunch approximately
   */
  public OptionalDouble measure(BatchTimer timer, double nanosOfALaunch) {
    try (ExecutorService reader =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("energy counter").factory())) {
      return measure(timer, nanosOfALaunch, reader);
    }
  }

  /** The same; {@code reader} runs the reads of the counter. */
  OptionalDouble measure(BatchTimer timer, double nanosOfALaunch, Executor reader) {
    OptionalDouble before = joules.get();
    if (before.isEmpty()) {
      return before;
    }
    int launches = (int) Math.clamp(Math.ceil(PIECE / nanosOfALaunch), 1, 1 << 20);
    Move last = new Move(before.getAsDouble(), 0, 0);
    Move first = null;
    long launched = 0;
    long spent = 0;
    var look = CompletableFuture.supplyAsync(joules, reader);
    while (spent - last.spent() <= PATIENCE) {
      spent += Math.max(1, timer.nanos(launches));
      launched += launches;
      if (!look.isDone()) {
        continue;
      }
      double now = look.join().orElse(last.joules());
      look = CompletableFuture.supplyAsync(joules, reader);
      if (now > last.joules()) {
        last = new Move(now, launched, spent);
        if (first == null) {
          first = last;
        } else if (spent - first.spent() >= AT_LEAST) {
          return OptionalDouble.of((now - first.joules()) / (launched - first.launched()));
        }
      }
    }
    return OptionalDouble.empty();
  }
}
