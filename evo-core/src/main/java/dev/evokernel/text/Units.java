package dev.evokernel.text;

import module java.base;

import dev.evokernel.outcome.Samples;

/** Quantities with units, to four significant digits. */
public final class Units {

  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");
  private static final String[] TIMES = {"ns", "µs", "ms", "s"};
  private static final String[] ENERGIES = {"nJ", "µJ", "mJ", "J"};
  private static final String[] SIZES = {"B", "kB", "MB", "GB", "TB"};
  private static final String[] BANDWIDTHS = {"MB/s", "GB/s", "TB/s"};
  private static final String[] COUNTS = {"", "k", "M", "G", "T", "P"};
  private static final String[] RATES = {"MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s"};

  private Units() {}

  /** A time: {@code 12.35 µs}. */
  public static String time(double nanos) {
    return scaled(nanos, TIMES);
  }

  /** The median as a time; empty without samples. */
  public static String p50(Optional<Samples> samples) {
    return samples.map(measured -> time(measured.p50())).orElse("");
  }

  /** The 90th percentile as a time; empty without samples. */
  public static String p90(Optional<Samples> samples) {
    return samples.map(measured -> time(measured.p90())).orElse("");
  }

  /** A ratio: {@code 1.213×}. */
  public static String factor(double ratio) {
    return String.format(Locale.ROOT, "%.3f×", ratio);
  }

  /**
   * An error as a share of its tolerance. A right result has more than all of it only where
   * parameters choose types, whose errors are all stated by the tolerance of the widest.
   */
  public static String ofTolerance(double share) {
    return String.format(
        Locale.ROOT,
        share > 1 ? "%.3g× the tolerance of the widest type" : "%.3g of the tolerance",
        share);
  }

  /** A share: {@code 63.2 %}. */
  public static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  /** A value in a format of {@link String#format}; empty where the value is unknown. */
  public static String formatted(String format, OptionalDouble value) {
    return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : "";
  }

  /** An energy: {@code 12.35 mJ}. */
  public static String energy(double joules) {
    return scaled(1e9 * joules, ENERGIES);
  }

  /**
   * A throughput: {@code 8.456 TFLOP/s}; empty when the work is unknown.
   *
   * @param flops of one launch
   * @param nanos of one launch
   */
  public static String rate(double flops, double nanos) {
    return flops > 0 ? scaled(1000 * flops / nanos, RATES) : "";
  }

  /**
   * A bandwidth: {@code 4.138 TB/s}.
   *
   * @param bytesPerSecond at least 1e6
   */
  public static String bandwidth(double bytesPerSecond) {
    return scaled(bytesPerSecond / 1e6, BANDWIDTHS);
  }

  /** A count: {@code 12.35 M}. */
  public static String count(double count) {
    return scaled(count, COUNTS).strip();
  }

  /** A duration: {@code 1 h 2 min}, {@code 3 min 1 s} or {@code 12.5 s}. */
  public static String duration(Duration duration) {
    if (duration.toMinutes() == 0) {
      return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
    return duration.toHours() == 0
        ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
        : duration.toHours() + " h " + duration.toMinutesPart() + " min";
  }

  /**
   * A duration as on a clock: {@code 2m05s} or {@code 7h02m}; a negative duration is shown as zero.
   */
  public static String clock(Duration duration) {
    Duration shown = duration.isNegative() ? Duration.ZERO : duration;
    if (shown.toHours() > 0) {
      return "%dh%02dm".formatted(shown.toHours(), shown.toMinutesPart());
    }
    return "%dm%02ds".formatted(shown.toMinutes(), shown.toSecondsPart());
  }

  /** A size: {@code 12.35 MB}. */
  public static String bytes(long bytes) {
    return scaled((double) bytes, SIZES);
  }

  /** A minute: {@code 2026-11-20 19:32}. */
  public static String minute(Instant instant, ZoneId zone) {
    return MINUTE.withZone(zone).format(instant);
  }

  private static String scaled(double value, String[] units) {
    if (value == 0) {
      return "0 " + units[0];
    }
    int unit = 0;
    double scaled = value;
    while (rounded(scaled) >= 1000 && unit < units.length - 1) {
      scaled /= 1000;
      unit++;
    }
    int decimals = scaled >= 999.95 ? 0 : scaled >= 99.995 ? 1 : scaled >= 9.9995 ? 2 : 3;
    return String.format(Locale.ROOT, "%." + decimals + "f %s", scaled, units[unit]);
  }

  /** Rounds up to 1000, so that 999.96 is shown as 1.000 of the next unit. */
  private static double rounded(double value) {
    return value >= 999.95 ? 1000 : value;
  }
}
