package dev.evokernel.text;

import module java.base;

/** Durations as text: {@code 90s}, {@code 3m}, {@code 1h30m}. */
public final class Durations {

  /** Upper bound far beyond any run, whose nanoseconds still fit a long. */
  private static final Duration LONGEST = Duration.ofDays(1000);

  private Durations() {}

  /**
   * @throws java.time.format.DateTimeParseException if the text is not a duration
   * @throws IllegalArgumentException if the duration exceeds 1000 days
   */
  public static Duration parse(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    int days = upper.indexOf('D');
    String time = upper.substring(days + 1);
    Duration parsed =
        Duration.parse(
            "P" + upper.substring(0, days + 1) + (time.isEmpty() && days > 0 ? "" : "T" + time));
    if (parsed.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "'%s' exceeds the longest duration, %dd".formatted(text, LONGEST.toDays()));
    }
    return parsed;
  }

  /** Writes the shortest text that parses to the duration, in whole seconds. */
  public static String text(Duration duration) {
    var text = new StringBuilder();
    append(text, duration.toDays(), "d");
    append(text, duration.toHoursPart(), "h");
    append(text, duration.toMinutesPart(), "m");
    append(text, duration.toSecondsPart(), "s");
    return text.isEmpty() ? "0s" : text.toString();
  }

  private static void append(StringBuilder text, long count, String unit) {
    if (count > 0) {
      text.append(count).append(unit);
    }
  }
}
