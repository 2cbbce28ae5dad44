package dev.evokernel.replay;

import module java.base;

import dev.evokernel.kernel.yaml.FileProblem;
import dev.evokernel.kernel.yaml.InvalidFileException;
import org.jspecify.annotations.Nullable;

/** Values of one entry of a file by key, with error messages. */
record Fields(Path file, String entry, Map<String, @Nullable Object> values) {

  /** Lower bound of numbers that stand for a failure; early versions of Kernel Tuner wrote 1e20. */
  private static final double NO_TIME = 1e19;

  private static final Map<String, Double> UNITS =
      Stream.of(
              Map.entry(1e3, List.of("s", "sec", "second")),
              Map.entry(1.0, List.of("ms", "msec", "millisecond", "milisecond")),
              Map.entry(1e-3, List.of("us", "\u00b5s", "\u03bcs", "usec", "microsecond")),
              Map.entry(1e-6, List.of("ns", "nsec", "nanosecond")))
          .flatMap(unit -> unit.getValue().stream().map(name -> Map.entry(name, unit.getKey())))
          .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

  private static final Pattern TIME = Pattern.compile("(?i).*(time|duration|latency|elapsed).*");

  boolean has(String key) {
    return values.containsKey(key);
  }

  @Nullable Object value(String key) {
    return values.get(key);
  }

  String text(String key, String otherwise) {
    return values.get(key) instanceof String text ? text : otherwise;
  }

  /** Milliseconds of the unit of time that a key names; {@code otherwise} if there is none. */
  double unit(String key, double otherwise) {
    String name = text(key, "").strip();
    if (name.isEmpty()) {
      return otherwise;
    }
    return named(name)
        .orElseThrow(
            () ->
                problem(
                    "'%s' is '%s', not a unit of time".formatted(key, name),
                    "Known: seconds (s), milliseconds (ms), microseconds (us), nanoseconds (ns)."));
  }

  private static Optional<Double> named(String unit) {
    String name = unit.strip().toLowerCase(Locale.ROOT);
    return Optional.ofNullable(UNITS.get(name))
        .or(() -> Optional.ofNullable(UNITS.get(name.replaceFirst("s$", ""))));
  }

  /** Tells a time by the unit of a measurement, and by its name where it has no unit. */
  boolean isOfTime() {
    String unit = text("unit", "").strip();
    return unit.isEmpty() ? TIME.matcher(text("name", "")).matches() : named(unit).isPresent();
  }

  static Optional<Number> number(String text) {
    String plain = text.strip();
    try {
      return plain.matches("[-+]?\\d{1,18}")
          ? Optional.of(Long.valueOf(plain))
          : plain.matches("[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?")
              ? Optional.of(Double.valueOf(plain))
              : Optional.empty();
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  Fields object(String key) {
    if (values.get(key) instanceof Map<?, ?> map) {
      return new Fields(file, entry, cast(map));
    }
    throw problem(
        "'%s' is %s".formatted(key, has(key) ? "not an object" : "missing"),
        "Correct the entry or remove it.");
  }

  /**
   * Milliseconds of a key, or its time in the file's unit. A list is summed; a missing value or a
   * value other than a number counts as 0.
   */
  double millis(String key) {
    return millis(key, values.get(key));
  }

  private double millis(String key, @Nullable Object plain) {
    if (plain instanceof List<?> list) {
      return list.stream().mapToDouble(element -> millis(key, element)).sum();
    }
    Object time = plain instanceof String text ? number(text).orElse(null) : plain;
    double number = time instanceof Number given ? requireTime(key, given) : 0;
    return isTime(number) ? number : 0;
  }

  double requireTime(String key, Number given) {
    double number = given.doubleValue();
    if (!(number >= 0 && Double.isFinite(number))) {
      throw problem(
          "'%s' must be finite and ≥ 0, was %s".formatted(key, number),
          "Record the entry again, or remove it.");
    }
    return number;
  }

  /** Whether a number is a time and does not stand for a failure. */
  static boolean isTime(double number) {
    return Double.isFinite(number) && number < NO_TIME;
  }

  InvalidFileException problem(String message, String advice) {
    return problem(file, (entry.isEmpty() ? "" : entry + ": ") + message, advice);
  }

  static InvalidFileException problem(Path file, String message, String advice) {
    return new InvalidFileException(List.of(FileProblem.ofFile(file, message, advice)));
  }

  @SuppressWarnings("unchecked") // RecordingReader makes no other maps.
  static Map<String, @Nullable Object> cast(Map<?, ?> map) {
    return (Map<String, @Nullable Object>) map;
  }
}
