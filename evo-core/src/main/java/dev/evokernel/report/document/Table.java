package dev.evokernel.report.document;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows under headings.
 *
 * @param rows a cell for each column, empty where nothing is known
 * @param indent spaces before each line in a terminal
 */
public record Table(List<Column> columns, List<List<String>> rows, int indent) implements Block {

  /** What tables are set in by in a terminal, usually. */
  public static final int INDENT = 2;

  /** What a column holds, which says on which side it is aligned. */
  public enum Content {
    TEXT,
    QUANTITY
  }

  /**
   * @param widest characters of a cell that a terminal shows; what is longer is cut there
   * @param isMinor whether a terminal that is too narrow for all columns leaves this one out
   */
  public record Column(String heading, Content content, int widest, boolean isMinor) {}

  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "%d cells do not fill %d columns: %s.".formatted(row.size(), columns.size(), row));
      }
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The same with another indentation. */
  public Table indented(int by) {
    return new Table(columns, rows, by);
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Columns from left to right, then rows from top to bottom. */
  public static final class Builder {

    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    private Builder() {}

    /** A column of words. */
    public Builder text(String heading) {
      return text(heading, Integer.MAX_VALUE);
    }

    /** A column of words that a terminal cuts. */
    public Builder text(String heading, int widest) {
      columns.add(new Column(heading, Content.TEXT, widest, false));
      return this;
    }

    /** A column of quantities, aligned on their right. */
    public Builder quantity(String heading) {
      columns.add(new Column(heading, Content.QUANTITY, Integer.MAX_VALUE, false));
      return this;
    }

    /** The column that was added last may be left out where a terminal is too narrow. */
    public Builder minor() {
      Column last = columns.removeLast();
      columns.add(new Column(last.heading(), last.content(), last.widest(), true));
      return this;
    }

    public Builder row(String... cells) {
      return row(List.of(cells));
    }

    public Builder row(List<String> cells) {
      rows.add(cells);
      return this;
    }

    public Table build() {
      return new Table(columns, rows, INDENT);
    }
  }
}
