package dev.evokernel.report;

import dev.evokernel.store.Workload;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Quantities with units, to four significant digits. */
public final class Units {

  private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");
  private static final String[] TIMES = {"ns", "µs", "ms", "s"};
  private static final String[] ENERGIES = {"nJ", "µJ", "mJ", "J"};
  private static final String[] SIZES = {"B", "kB", "MB", "GB", "TB"};
  private static final String[] BANDWIDTHS = {"MB/s", "GB/s", "TB/s"};
  private static final String[] COUNTS = {"", "k", "M", "G", "T", "P"};
  private static final String[] RATES = {"MFLOP/s", "GFLOP/s", "TFLOP/s", "PFLOP/s"};

  /** Operations a byte below which memory bandwidth binds on every processor of today. */
  private static final double MEMORY_BOUND = 4;

  private Units() {}

  /** For example {@code 12.35 µs}. */
  public static String time(double nanos) {
    return scaled(nanos, TIMES);
  }

  /** For example {@code 12.35 mJ}. */
  public static String energy(double joules) {
    return scaled(1e9 * joules, ENERGIES);
  }

  /**
   * For example {@code 8.456 TFLOP/s}; empty when the work is unknown.
   *
   * @param flops of one launch
   * @param nanos of one launch
   */
  public static String rate(double flops, double nanos) {
    return flops > 0 ? scaled(1000 * flops / nanos, RATES) : "";
  }

  /**
   * How fast a kernel's work was done, in what limits it: for example {@code 8.456 TFLOP/s}, or
   * {@code 4.124 TB/s} for a kernel with so little to compute that memory binds it everywhere;
   * empty when the work is unknown.
   *
   * @param work of one launch
   * @param nanos of one launch
   */
  public static String rate(Workload work, double nanos) {
    return work.bytes() > 0 && work.flops() < MEMORY_BOUND * work.bytes()
        ? bandwidth(1e9 * work.bytes() / nanos)
        : rate(work.flops(), nanos);
  }

  /**
   * For example {@code 4.138 TB/s}.
   *
   * @param bytesPerSecond above a million
   */
  public static String bandwidth(double bytesPerSecond) {
    return scaled(bytesPerSecond / 1e6, BANDWIDTHS);
  }

  /** For example {@code 12.35 M}. */
  public static String count(double count) {
    return scaled(count, COUNTS).strip();
  }

  /** For example {@code 1 h 2 min}, {@code 3 min 1 s} or {@code 12.5 s}. */
  public static String duration(Duration duration) {
    if (duration.toMinutes() == 0) {
      return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }
    return duration.toHours() == 0
        ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
        : duration.toHours() + " h " + duration.toMinutesPart() + " min";
  }

  /** For example {@code 2m05s} or {@code 7h02m}; nothing less than zero. */
  public static String clock(Duration duration) {
    Duration shown = duration.isNegative() ? Duration.ZERO : duration;
    if (shown.toHours() > 0) {
      return "%dh%02dm".formatted(shown.toHours(), shown.toMinutesPart());
    }
    return "%dm%02ds".formatted(shown.toMinutes(), shown.toSecondsPart());
  }

  /** For example {@code 12.35 MB}. */
  public static String bytes(long bytes) {
    return scaled((double) bytes, SIZES);
  }

  /** For example {@code 2026-11-20 19:32}. */
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

  /** To four digits, so that 999.96 becomes 1.000 of the next unit and not 1000 of this one. */
  private static double rounded(double value) {
    return value >= 999.95 ? 1000 : value;
  }
}
