package dev.evokernel.backend.file;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Upper bounds of a device's throughput: no kernel is faster. An unknown bound is empty and sets no
 * limit.
 *
 * @param flopsPerSecond of the fastest unit for a kernel's types
 * @param bytesPerSecond between the innermost caches and the cores, summed over all cores
 * @param farBytesPerSecond between memory and caches
 * @param cacheBytes upper bound of the data that the caches hold from one launch to the next
 */
public record Peaks(
    OptionalDouble flopsPerSecond,
    OptionalDouble bytesPerSecond,
    OptionalDouble farBytesPerSecond,
    long cacheBytes) {

  public static final Peaks UNKNOWN =
      new Peaks(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), 0);

  /**
   * Lower bound of a time.
   *
   * @param nanos 0 where nothing is known
   */
  public record Bound(double nanos, String why) {
    public static final Bound NONE = new Bound(0, "");

    private Bound or(Bound second) {
      return second.nanos > nanos ? second : this;
    }
  }

  public boolean known() {
    return flopsPerSecond.isPresent() || bytesPerSecond.isPresent();
  }

  /**
   * Lower bound of a launch's time.
   *
   * @param bytes that the launch reads and writes, each counted once. Bytes that the caches still
   *     hold from the launch before, or need not write back, do not count as traffic to memory.
   */
  public Bound bound(double flops, double bytes) {
    return time(flops, flopsPerSecond, "%.4g floating-point operations at %.4g a second")
        .or(time(bytes, bytesPerSecond, "%.4g bytes at %.4g a second through the caches"))
        .or(
            time(
                bytes - 2.0 * cacheBytes,
                farBytesPerSecond,
                "%.4g bytes beyond the caches at %.4g a second"));
  }

  private static Bound time(double amount, OptionalDouble rate, String why) {
    return rate.isEmpty() || amount <= 0
        ? Bound.NONE
        : new Bound(
            amount / rate.getAsDouble() * 1e9,
            String.format(Locale.ROOT, why, amount, rate.getAsDouble()));
  }
}
