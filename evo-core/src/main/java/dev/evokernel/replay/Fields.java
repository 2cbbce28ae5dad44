package dev.evokernel.replay;

import dev.evokernel.kernel.FileProblem;
import dev.evokernel.kernel.InvalidFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one entry of a file, and how to complain about them.
 *
 * @param entry for messages, for example {@code entry '16,1,4'}
 */
record Fields(Path file, String entry, Map<String, @Nullable Object> values) {

  /** What stands for failure in place of a time: Kernel Tuner once wrote 1e20. */
  private static final double NO_TIME = 1e19;

  boolean has(String key) {
    return values.containsKey(key);
  }

  @Nullable Object value(String key) {
    return values.get(key);
  }

  /** The text of a key; {@code otherwise} where it is missing, null or no text. */
  String text(String key, String otherwise) {
    return values.get(key) instanceof String text ? text : otherwise;
  }

  /**
   * The object below a key.
   *
   * @throws InvalidFileException if there is none
   */
  Fields object(String key) {
    if (values.get(key) instanceof Map<?, ?> map) {
      return new Fields(file, entry, cast(map));
    }
    throw problem(
        has(key) ? "'" + key + "' is no object" : "'" + key + "' is missing",
        "Without it the entry means nothing: mend it or take it out.");
  }

  /**
   * Milliseconds; a list is summed, and what is missing or no number counts as 0.
   *
   * @throws InvalidFileException if one is negative or not finite
   */
  double millis(String key) {
    return millis(key, values.get(key));
  }

  private double millis(String key, @Nullable Object plain) {
    if (plain instanceof List<?> list) {
      return list.stream().mapToDouble(element -> millis(key, element)).sum();
    }
    double number = plain instanceof Number given ? requireTime(key, given) : 0;
    return isTime(number) ? number : 0;
  }

  /** A number that is finite and not negative. */
  double requireTime(String key, Number given) {
    double number = given.doubleValue();
    if (!(number >= 0 && Double.isFinite(number))) {
      throw problem(
          "'%s' is %s, and no time is".formatted(key, number),
          "Record it anew, or take the entry out.");
    }
    return number;
  }

  /** Whether a number is a time, and none that stands for failure. */
  static boolean isTime(double number) {
    return Double.isFinite(number) && number < NO_TIME;
  }

  InvalidFileException problem(String message, String advice) {
    return problem(file, (entry.isEmpty() ? "" : entry + ": ") + message, advice);
  }

  static InvalidFileException problem(Path file, String message, String advice) {
    return new InvalidFileException(List.of(FileProblem.ofFile(file, message, advice)));
  }

  @SuppressWarnings("unchecked") // PlainJson makes no other maps.
  static Map<String, @Nullable Object> cast(Map<?, ?> map) {
    return (Map<String, @Nullable Object>) map;
  }
}
