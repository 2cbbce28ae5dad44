package dev.evokernel.report;

import dev.evokernel.kernel.Printable;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.OutputComparison;
import dev.evokernel.outcome.Samples;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** What several reports say of baselines in the same words. */
public final class BaselineFacts {

  private static final String DIFFERS = "differs";

  private BaselineFacts() {}

  /** The fastest on a shape of those that compute what the kernel computes. */
  static Optional<BaselineReading> fastest(List<BaselineReading> readings, String shape) {
    return readings.stream()
        .filter(one -> one.shape().equals(shape) && one.isRight())
        .min(Comparator.comparingDouble(one -> samples(one).orElseThrow().p50()));
  }

  public static Optional<Samples> samples(BaselineReading reading) {
    return reading.measurement().map(Measurement::samples);
  }

  /** {@code measured}, {@code differs} or {@code refused}. */
  static String status(BaselineReading reading) {
    return reading.measurement().isEmpty() ? "refused" : reading.isRight() ? "measured" : DIFFERS;
  }

  /**
   * Why it does not count, where it does not: in one line.
   *
   * <p>For example {@code differs: element 7 of C is 1.5 and not 1.0, 20× what is allowed; 3 of 64
   * are wrong}.
   */
  static String note(BaselineReading reading) {
    return reading.measurement().isEmpty()
        ? "refused: " + Printable.line(reading.refusal())
        : reading.difference().map(BaselineFacts::difference).orElse("");
  }

  private static String difference(OutputComparison worst) {
    return String.format(
        Locale.ROOT,
        "%s: element %d of %s is %.6g and not %.6g, %.3g× what is allowed; %d of %d are wrong",
        DIFFERS,
        worst.worstIndex(),
        worst.argument(),
        worst.actual(),
        worst.expected(),
        worst.excess(),
        worst.wrong(),
        worst.elements());
  }

  /** Which library each baseline is, by its name. */
  static SequencedMap<String, String> libraries(List<BaselineReading> readings) {
    var libraries = new LinkedHashMap<String, String>();
    for (BaselineReading reading : readings) {
      if (!reading.library().isEmpty()) {
        libraries.putIfAbsent(reading.baseline(), reading.library());
      }
    }
    return libraries;
  }

  /** The same, a line each. */
  static List<String> libraryLines(List<BaselineReading> readings) {
    return libraries(readings).entrySet().stream()
        .map(entry -> entry.getKey() + ": " + Printable.line(entry.getValue()))
        .toList();
  }

  static Map<String, @Nullable Object> json(BaselineReading reading, double flops) {
    Optional<Samples> samples = samples(reading);
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("baseline", reading.baseline());
    json.put("library", reading.library());
    json.put("status", status(reading));
    json.put("reason", note(reading).isEmpty() ? null : note(reading));
    json.put("p50_ns", samples.map(Samples::p50).orElse(null));
    json.put("p90_ns", samples.map(Samples::p90).orElse(null));
    json.put("samples", samples.map(Samples::count).orElse(0));
    json.put("gflops", flops > 0 ? samples.map(one -> flops / one.p50()).orElse(null) : null);
    return json;
  }
}
