package dev.evokernel.measure;

import module java.base;

/**
 * Meter of the energy of one launch, by the device's counter.
 *
 * <p>The counter is updated every 20 to 100 ms. Launches are therefore repeated without a pause
 * over many updates, and those between the first and the last update count. The counter covers the
 * whole device, including idle power. Another thread reads the counter, which takes milliseconds on
 * a GPU.
 *
 * @param joules total energy of the device since any fixed moment; empty without a counter. Called
 *     by one thread at a time, possibly not the caller's
 */
public record EnergyMeter(Supplier<OptionalDouble> joules) {

  /** Minimum nanoseconds of launches between two readings of the counter. */
  static final long PIECE = 4_000_000;

  /** Minimum nanoseconds of launches that count. */
  static final long AT_LEAST = 600_000_000;

  /** Nanoseconds of launches without an update after which the measurement is abandoned. */
  static final long PATIENCE = 500_000_000;

  /** Typical duration of a measurement, with the wait for the first update. */
  public static final Duration USUAL = Duration.ofMillis(700);

  /** Update of the counter, and the launches until it was read. */
  private record Move(double joules, long launched, long spent) {}

  /**
   * Measures the joules of one launch; empty if the counter is missing or not updated.
   *
   * @param nanosOfALaunch approximate duration of a launch
   */
  public OptionalDouble measure(BatchTimer timer, double nanosOfALaunch) {
    try (ExecutorService reader =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("energy counter").factory())) {
      return measure(timer, nanosOfALaunch, reader);
    }
  }

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
