package dev.evokernel.replay;

import module java.base;

import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;
import dev.evokernel.replay.Recorded.Cost;
import dev.evokernel.replay.Recorded.Reading;
import org.jspecify.annotations.Nullable;

/** Entry of a recording before its parameters are known, and the formats of entries. */
record RecordedEntry(Fields fields, Reading reading, Cost cost) {

  private static final double NANOS = 1e6;

  /** Names in Kernel Tuner's cache files and in the T4 schema. */
  private static final Map<String, Rejection> KNOWN =
      Map.of(
          "CompilationFailedConfig", Rejection.COMPILE_ERROR,
          "RuntimeFailedConfig", Rejection.LAUNCH_FAILURE,
          "InvalidConfig", Rejection.CONSTRAINT,
          "constraints", Rejection.CONSTRAINT,
          "compile", Rejection.COMPILE_ERROR,
          "runtime", Rejection.LAUNCH_FAILURE,
          "timeout", Rejection.TIMEOUT,
          "correctness", Rejection.WRONG_RESULT);

  private static final Map<String, String> STATUS =
      Map.of(
          "Ok", "correct",
          "CompilationFailed", "compile",
          "ValidationFailed", "correctness",
          "DeviceLimitsExceeded", "constraints");

  Map<String, @Nullable Object> values() {
    return fields.values();
  }

  /** Reads an entry of Kernel Tuner's cache files. Only {@code time} shows whether it failed. */
  static RecordedEntry ofCache(Fields fields) {
    var cost =
        new Cost(
            fields.millis("compile_time"),
            fields.millis("verification_time"),
            fields.millis("benchmark_time"),
            fields.millis("framework_time") + fields.millis("strategy_time"));
    return new RecordedEntry(fields, readingOfCache(fields), cost);
  }

  private static Reading readingOfCache(Fields fields) {
    if (fields.has("__error__")) {
      return failed(fields.value("__error__"));
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
        : failed(time);
  }

  /** A valid time with its raw times, or the time alone. Each unit is in milliseconds. */
  private static Reading timed(
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
    return new Reading.Timed(
        millis, nanos.length == 0 ? Samples.of(millis * NANOS) : Samples.of(nanos));
  }

  /** Translates an entry of KTT's own files, whose keys are capitalised, to one of T4. */
  static Fields t4OfKtt(Fields fields) {
    var configuration = new LinkedHashMap<String, @Nullable Object>();
    List<?> pairs = fields.value("Configuration") instanceof List<?> list ? list : List.of();
    for (Object pair : pairs) {
      if (pair instanceof Map<?, ?> map && map.get("Name") instanceof String name) {
        configuration.put(name, map.get("Value"));
      }
    }
    var time = new LinkedHashMap<String, @Nullable Object>();
    time.put("name", "time");
    time.put("value", fields.value("TotalDuration"));
    var times = new LinkedHashMap<String, @Nullable Object>();
    times.put("runtimes", fields.value("TotalDuration"));
    times.put("framework", fields.value("TotalOverhead"));
    var entry = new LinkedHashMap<String, @Nullable Object>();
    entry.put("configuration", configuration);
    entry.put("invalidity", STATUS.getOrDefault(fields.text("Status", "Ok"), "runtime"));
    entry.put("measurements", List.of(time));
    entry.put("times", times);
    return new Fields(fields.file(), fields.entry(), entry);
  }

  /**
   * Reads an entry of a T4 file, the auto-tuning community's format for results. A file without a
   * benchmark time has its raw times instead.
   */
  static RecordedEntry ofT4(Fields fields, double unit) {
    Fields times = fields.object("times");
    var cost =
        new Cost(
            unit * times.millis(times.has("compilation") ? "compilation" : "compilation_time"),
            unit * times.millis("validation"),
            unit * times.millis(times.has("benchmark") ? "benchmark" : "runtimes"),
            unit * (times.millis("framework") + times.millis("search_algorithm")));
    return new RecordedEntry(
        fields.object("configuration"), readingOfT4(fields, times, unit), cost);
  }

  private static Reading readingOfT4(Fields fields, Fields times, double unit) {
    String invalidity = fields.text("invalidity", "correct");
    List<Fields> measurements = measurements(fields);
    Optional<Fields> objective = objective(fields, measurements);
    @Nullable Object time = objective.map(measured -> measured.value("value")).orElse(null);
    if (!invalidity.equals("correct")) {
      return failed(invalidity, time);
    }
    if (time instanceof String text) {
      time = Fields.number(text).orElse(null);
    }
    if (!(time instanceof Number number)) {
      throw fields.problem(
          "the entry is 'correct', but 'measurements' has no time"
              + (measurements.isEmpty()
                  ? ""
                  : ", only "
                      + measurements.stream()
                          .map(measured -> "'" + measured.text("name", "") + "'")
                          .collect(Collectors.joining(", "))),
          "Add a measurement named 'time', or name the one that is a time under 'objectives' and"
              + " give its 'unit'.");
    }
    double own = objective.orElseThrow().unit("unit", unit);
    return Fields.isTime(number.doubleValue())
        ? timed(
            fields,
            number.doubleValue(),
            own,
            isOneShape(measurements) ? times.value("runtimes") : null,
            unit)
        : failed(time);
  }

  /** The measurement named 'time', or else the first objective that is a time. */
  private static Optional<Fields> objective(Fields fields, List<Fields> measurements) {
    List<?> names = fields.value("objectives") instanceof List<?> list ? list : List.of();
    return Stream.concat(Stream.of("time"), names.stream())
        .flatMap(
            name ->
                measurements.stream()
                    .filter(measured -> measured.text("name", "").equals(name))
                    .filter(Fields::isOfTime))
        .findFirst();
  }

  /**
   * Whether the raw times belong to one shape; those of several shapes follow each other and have
   * no common median.
   */
  private static boolean isOneShape(List<Fields> measurements) {
    return measurements.stream()
            .filter(measured -> measured.text("name", "").startsWith("p50:"))
            .count()
        <= 1;
  }

  private static List<Fields> measurements(Fields fields) {
    return fields.value("measurements") instanceof List<?> list
        ? list.stream()
            .filter(Map.class::isInstance)
            .map(plain -> new Fields(fields.file(), fields.entry(), Fields.cast((Map<?, ?>) plain)))
            .toList()
        : List.of();
  }

  /** Failure that a cache file names in place of a time. */
  private static Reading failed(@Nullable Object inPlaceOfTime) {
    String name = String.valueOf(inPlaceOfTime);
    return new Reading.Failed(
        KNOWN.getOrDefault(name, Rejection.LAUNCH_FAILURE), "recorded as " + name);
  }

  /** Failure of a T4 file. A label of evo in place of the time is more specific. */
  private static Reading failed(String invalidity, @Nullable Object inPlaceOfTime) {
    Rejection coarse = KNOWN.getOrDefault(invalidity, Rejection.LAUNCH_FAILURE);
    Rejection reason =
        Arrays.stream(Rejection.values())
            .filter(rejection -> rejection.label().equals(inPlaceOfTime))
            .findFirst()
            .orElse(coarse);
    return new Reading.Failed(reason, "recorded as " + invalidity);
  }
}
