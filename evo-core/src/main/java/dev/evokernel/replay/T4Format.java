package dev.evokernel.replay;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads entries of T4 files, the auto-tuning community's format for results. A file without a
 * benchmark time has its raw times instead.
 */
final class T4Format {

  private T4Format() {}

  static RawEntry entry(Fields fields) {
    Fields times = fields.object("times");
    var cost =
        new Cost(
            times.millis(times.has("compilation") ? "compilation" : "compilation_time"),
            times.millis("validation"),
            times.millis(times.has("benchmark") ? "benchmark" : "runtimes"),
            times.millis("framework") + times.millis("search_algorithm"));
    return new RawEntry(fields.object("configuration"), reading(fields, times), cost);
  }

  private static Reading reading(Fields fields, Fields times) {
    String invalidity = fields.text("invalidity", "correct");
    Object time = time(fields);
    if (!invalidity.equals("correct")) {
      return Failure.of(invalidity, time);
    }
    if (!(time instanceof Number number)) {
      throw fields.problem(
          "the entry is 'correct', but 'measurements' has no number named 'time'",
          "Add a time in milliseconds, or a reason under 'invalidity'.");
    }
    return Fields.isTime(number.doubleValue())
        ? CacheFormat.timed(
            fields, number.doubleValue(), isOneShape(fields) ? times.value("runtimes") : null)
        : Failure.of(time);
  }

  private static @Nullable Object time(Fields fields) {
    return measurements(fields).stream()
        .filter(measurement -> "time".equals(measurement.get("name")))
        .findFirst()
        .<@Nullable Object>map(measurement -> measurement.get("value"))
        .orElse(null);
  }

  /**
   * Whether the raw times belong to one shape; those of several shapes follow each other and have
   * no common median.
   */
  private static boolean isOneShape(Fields fields) {
    return measurements(fields).stream()
            .filter(measurement -> String.valueOf(measurement.get("name")).startsWith("p50:"))
            .count()
        <= 1;
  }

  private static List<? extends Map<?, ?>> measurements(Fields fields) {
    return fields.value("measurements") instanceof List<?> list
        ? list.stream().filter(Map.class::isInstance).map(plain -> (Map<?, ?>) plain).toList()
        : List.of();
  }
}
