package dev.evokernel.store.sql;

import module java.base;

/**
 * Text form of instants: ISO 8601 to the millisecond with a fixed length, so that text sorts as
 * time.
 */
final class StoredInstant {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);
  private static final int LENGTH = "2026-11-20T19:32:05.000Z".length();

  private StoredInstant() {}

  static String text(Instant instant) {
    return FORMAT.format(instant);
  }

  /**
   * Parses an instant by position, which is ten times as fast as a format parser: a history has
   * tens of thousands. Other forms go to the general parser.
   */
  static Instant of(String text) {
    if (text.length() != LENGTH || text.charAt(LENGTH - 1) != 'Z') {
      return Instant.parse(text);
    }
    try {
      return LocalDateTime.of(
              number(text, 0, 4),
              number(text, 5, 7),
              number(text, 8, 10),
              number(text, 11, 13),
              number(text, 14, 16),
              number(text, 17, 19),
              number(text, 20, 23) * 1_000_000)
          .toInstant(ZoneOffset.UTC);
    } catch (NumberFormatException | DateTimeException e) {
      return Instant.parse(text);
    }
  }

  private static int number(String text, int from, int to) {
    return Integer.parseUnsignedInt(text, from, to, 10);
  }
}
