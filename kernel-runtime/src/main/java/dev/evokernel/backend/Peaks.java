package dev.evokernel.backend;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Upper bounds of what a device can do: no kernel is faster, and none may come near. An unknown one
 * is empty and sets no limit.
 *
 * @param flopsPerSecond of the fastest unit that suits a kernel's types
 * @param bytesPerSecond between the caches nearest to the cores and the cores, all of them together
 * @param farBytesPerSecond between the memory and the caches
 * @param cacheBytes what the caches may hold from one launch to the next
 */
public record Peaks(
    OptionalDouble flopsPerSecond,
    OptionalDouble bytesPerSecond,
    OptionalDouble farBytesPerSecond,
    long cacheBytes) {

  public static final Peaks UNKNOWN =
      new Peaks(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty(), 0);

  /**
   * The least time that some work takes.
   *
   * @param nanos 0 where nothing is known
   * @param why which work, and at which rate
   */
  public record Bound(double nanos, String why) {
    public static final Bound NONE = new Bound(0, "");

    private Bound or(Bound other) {
      return other.nanos > nanos ? other : this;
    }
  }

  /** Whether any of it is known. */
  public boolean known() {
    return flopsPerSecond.isPresent() || bytesPerSecond.isPresent();
  }

  /**
   * The least time for a launch.
   *
   * @param flops that it needs
   * @param bytes that it reads and writes, each once; what the caches still hold of them from the
   *     launch before, and what they need not write back, does not come from memory
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
