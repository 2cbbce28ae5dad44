package dev.evokernel.report;

import java.util.List;
import java.util.stream.Collectors;

/** Comma-separated values as RFC 4180 has them. */
final class Csv {

  private Csv() {}

  static String of(List<List<String>> rows) {
    return rows.stream().map(Csv::row).collect(Collectors.joining());
  }

  private static String row(List<String> fields) {
    return fields.stream().map(Csv::field).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String field(String field) {
    boolean plain = field.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    return plain ? field : '"' + field.replace("\"", "\"\"") + '"';
  }
}
