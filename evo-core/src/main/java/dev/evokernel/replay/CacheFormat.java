package dev.evokernel.replay;

import dev.evokernel.replay.Reading.Timed;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries of Kernel Tuner's cache files. Only {@code time} tells whether a configuration failed.
 */
final class CacheFormat {

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
          "Write a time in milliseconds, or for a failure its name, such as"
              + " \"RuntimeFailedConfig\".");
    }
    Object time = fields.value("time");
    return time instanceof Number number && Fields.isTime(number.doubleValue())
        ? timed(fields, number.doubleValue(), fields.value("times"))
        : Failure.of(time);
  }

  static Timed timed(Fields fields, double millis, @Nullable Object times) {
    if (millis <= 0) {
      throw fields.problem(
          "'time' is " + millis + ", and no kernel is that fast",
          "Record it anew, or take the entry out.");
    }
    return new Timed(
        millis, SampledTimes.of(fields, times instanceof List<?> list ? list : List.of(), millis));
  }
}
