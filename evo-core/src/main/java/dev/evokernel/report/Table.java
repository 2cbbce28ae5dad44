package dev.evokernel.report;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import org.jspecify.annotations.Nullable;

/** Rows under headings, with a cell for each column. */
public record Table(List<Column> columns, List<List<String>> rows, int indent) implements Block {

  public static final int INDENT = 2;

  public enum Content {
    TEXT,
    QUANTITY
  }

  /**
   * @param widest maximum width in a terminal, in characters; a longer cell is cut
   * @param isMinor whether a narrow terminal leaves out the column
   */
  public record Column(String heading, Content content, int widest, boolean isMinor) {
    public Column {
      heading = Printable.inline(heading);
    }
  }

  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(row -> row.stream().map(Printable::inline).toList()).toList();
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

  public Table indented(int by) {
    return new Table(columns, rows, by);
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  @FunctionalInterface
  public interface Cell<E> {
    @Nullable Object of(E element);
  }

  /** Columns with the cell of each element. A cell without a value is empty. */
  public static final class Columns<E> {
    private final Builder builder = new Builder();
    private final List<Cell<E>> cells = new ArrayList<>();

    public Columns<E> text(String heading, Cell<E> cell) {
      builder.text(heading);
      cells.add(cell);
      return this;
    }

    public Columns<E> quantity(String heading, Cell<E> cell) {
      builder.quantity(heading);
      cells.add(cell);
      return this;
    }

    public Columns<E> minorText(String heading, Cell<E> cell) {
      text(heading, cell).builder.minor();
      return this;
    }

    public Columns<E> minorQuantity(String heading, Cell<E> cell) {
      quantity(heading, cell).builder.minor();
      return this;
    }

    public Table rows(Collection<? extends E> elements) {
      for (E element : elements) {
        builder.row(cells.stream().map(cell -> text(cell.of(element))).toList());
      }
      return builder.build();
    }

    private static String text(@Nullable Object value) {
      return value instanceof Optional<?> optional
          ? optional.map(Object::toString).orElse("")
          : Objects.toString(value, "");
    }
  }

  /** Builder of a table: columns from left to right, then rows from top to bottom. */
  public static final class Builder {

    private final List<Column> columns = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    private Builder() {}

    public Builder text(String... headings) {
      for (String heading : headings) {
        text(heading, Integer.MAX_VALUE);
      }
      return this;
    }

    /** Appends a column of text with a maximum width in a terminal. */
    public Builder text(String heading, int widest) {
      columns.add(new Column(heading, Content.TEXT, widest, false));
      return this;
    }

    public Builder quantity(String... headings) {
      for (String heading : headings) {
        columns.add(new Column(heading, Content.QUANTITY, Integer.MAX_VALUE, false));
      }
      return this;
    }

    /** Marks the last column as minor: a narrow terminal leaves it out. */
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
