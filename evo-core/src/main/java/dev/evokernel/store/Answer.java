package dev.evokernel.store;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Answer of a query in SQL.
 *
 * @param rows a text, a number or null for each column
 */
public record Answer(List<String> columns, List<List<@Nullable Object>> rows) {

  public Answer {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
  }
}
