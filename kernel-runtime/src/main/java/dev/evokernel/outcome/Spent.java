package dev.evokernel.outcome;

/**
 * Device time of an evaluation in nanoseconds: loading and unloading of the binary, verification
 * before and after timing, and warm-up with samples. Skipped stages are 0.
 */
public record Spent(long load, long check, long time) {

  public static final Spent NOTHING = new Spent(0, 0, 0);

  public Spent {
    if (load < 0 || check < 0 || time < 0) {
      throw new IllegalArgumentException(
          "load, check and time must be ≥ 0 ns, was %d, %d and %d.".formatted(load, check, time));
    }
  }

  public Spent plus(Spent other) {
    return new Spent(load + other.load, check + other.check, time + other.time);
  }

  public long total() {
    return load + check + time;
  }
}
