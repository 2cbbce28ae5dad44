package dev.evokernel.report;

import module java.base;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Samples;
import org.jspecify.annotations.Nullable;

/** Texts and data about baselines that several reports share. */
public final class BaselineFacts {

  private static final String DIFFERS = "differs";

  private BaselineFacts() {}

  static Optional<BaselineReading> fastest(List<BaselineReading> readings, String shape) {
    return readings.stream()
        .filter(reading -> reading.shape().equals(shape) && reading.isRight())
        .min(Comparator.comparingDouble(reading -> samples(reading).orElseThrow().p50()));
  }

  public static Optional<Samples> samples(BaselineReading reading) {
    return reading.measurement().map(Measurement::samples);
  }

  /** {@code measured}, {@code differs} or {@code refused}. */
  static String status(BaselineReading reading) {
    return reading.measurement().isEmpty() ? "refused" : reading.isRight() ? "measured" : DIFFERS;
  }

  /**
   * The reason why a baseline does not count, on one line; empty for a correct baseline.
   *
   * <p>For example {@code differs: 3 of 64 elements of C are wrong; element 7 is 1.5, expected 1.0
   * (20× the tolerance)}.
   */
  static String note(BaselineReading reading) {
    return reading.measurement().isEmpty()
        ? "refused: " + reading.refusal()
        : reading.difference().map(BaselineFacts::difference).orElse("");
  }

  private static String difference(OutputComparison worst) {
    return String.format(
        Locale.ROOT,
        "%s: %d of %d elements of %s are wrong; element %d is %.6g, expected %.6g (%.3g× the"
            + " tolerance)",
        DIFFERS,
        worst.wrong(),
        worst.elements(),
        worst.argument(),
        worst.worstIndex(),
        worst.actual(),
        worst.expected(),
        worst.excess());
  }

  static List<String> libraryLines(List<BaselineReading> readings) {
    var lines = new LinkedHashMap<String, String>();
    for (BaselineReading reading : readings) {
      if (!reading.library().isEmpty()) {
        String line = reading.baseline() + ": " + reading.library();
        lines.putIfAbsent(reading.baseline(), line);
      }
    }
    return List.copyOf(lines.values());
  }

  static Map<String, @Nullable Object> json(BaselineReading reading, double flops) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("baseline", reading.baseline());
    json.put("library", reading.library());
    json.put("status", status(reading));
    json.put("reason", note(reading).isEmpty() ? null : note(reading));
    json.putAll(BestResult.samples(samples(reading), flops));
    return json;
  }
}
