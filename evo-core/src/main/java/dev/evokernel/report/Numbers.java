package dev.evokernel.report;

import module java.base;

import dev.evokernel.surrogate.Importance.Band;

final class Numbers {

  private static final MathContext DIGITS = new MathContext(5);

  private Numbers() {}

  static double shortened(double value) {
    return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : 0;
  }

  static double[] shortened(double... values) {
    return DoubleStream.of(values).map(Numbers::shortened).toArray();
  }

  static String percent(double share) {
    return String.format(
        Locale.ROOT, Math.abs(share) >= 0.0995 ? "%.0f %%" : "%.1f %%", 100 * share);
  }

  static String times(double ratio) {
    return String.format(Locale.ROOT, ratio >= 9.9995 ? "%.1f×" : "%.3f×", ratio);
  }

  /** An estimate with its interval, for example {@code 12 % (10 % to 14 %)}. */
  static String band(Band band, DoubleFunction<String> format) {
    return "%s (%s to %s)"
        .formatted(format.apply(band.value()), format.apply(band.low()), format.apply(band.high()));
  }

  /** A ratio of times as a change, for example {@code 12 % slower} or {@code 5.4× the time}. */
  static String change(double ratio) {
    double change = ratio - 1;
    if (ratio >= 2) {
      return String.format(Locale.ROOT, "%.1f× the time", ratio);
    }
    return Math.abs(change) < 0.0005
        ? "equal"
        : percent(Math.abs(change)) + (change > 0 ? " slower" : " faster");
  }

  /** A number in a format of this class; empty where the number is unknown. */
  static String formatted(DoubleFunction<String> format, OptionalDouble number) {
    return number.isPresent() ? format.apply(number.getAsDouble()) : "";
  }

  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** A count with its noun: {@code 1 shape} or {@code 3 shapes}. */
  static String count(long count, String of) {
    return count(count) + " " + of + (count == 1 ? "" : "s");
  }
}
