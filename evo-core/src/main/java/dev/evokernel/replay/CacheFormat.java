package dev.evokernel.replay;

import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.outcome.Samples;
import dev.evokernel.replay.Reading.Timed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads entries of Kernel Tuner's cache files. Only {@code time} shows whether a configuration
 * failed.
 */
final class CacheFormat {

  private static final double NANOS = 1e6;

  private CacheFormat() {}

  static RawEntry entry(Fields fields) {
    var cost =
        new Cost(
            fields.millis("compile_time"),
            fields.millis("verification_time"),
            fields.millis("benchmark_time"),
            fields.millis("framework_time") + fields.millis("strategy_time"));
    return new RawEntry(fields, reading(fields), cost);
  }

  private static Reading reading(Fields fields) {
    if (fields.has("__error__")) {
      return Failure.of(fields.value("__error__"));
    }
    if (!fields.has("time")) {
      throw fields.problem(
          "'time' is missing",
          "Add a time in milliseconds, or the name of a failure, such as"
              + " \"RuntimeFailedConfig\".");
    }
    Object time = fields.value("time");
    return time instanceof Number number && Fields.isTime(number.doubleValue())
        ? timed(fields, number.doubleValue(), 1, fields.value("times"), 1)
        : Failure.of(time);
  }

  /**
   * A valid time with its raw times; the time stands alone if there are none.
   *
   * @param unit milliseconds of the time's unit
   * @param rawUnit milliseconds of the raw times' unit
   * @throws InvalidFileException if a time is out of range
   */
  static Timed timed(
      Fields fields, double time, double unit, @Nullable Object times, double rawUnit) {
    if (time <= 0) {
      throw fields.problem(
          "'time' must be > 0, was " + time, "Record the entry again, or remove it.");
    }
    double millis = time * unit;
    List<?> raw = times instanceof List<?> list ? list : List.of();
    double[] nanos =
        raw.stream()
            .mapToDouble(
                plain -> plain instanceof Number number ? fields.requireTime("times", number) : 0)
            .filter(one -> one > 0 && Fields.isTime(one))
            .map(one -> one * rawUnit * NANOS)
            .toArray();
    return new Timed(millis, nanos.length == 0 ? Samples.of(millis * NANOS) : Samples.of(nanos));
  }
}
