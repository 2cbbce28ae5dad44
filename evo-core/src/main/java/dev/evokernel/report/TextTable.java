package dev.evokernel.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows under headings, as aligned text or as Markdown. */
public final class TextTable {

  /** On which side a column's text stands. */
  private enum Side {
    LEFT,
    RIGHT
  }

  private record Column(String heading, Side side) {}

  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable left(String heading) {
    columns.add(new Column(heading, Side.LEFT));
    return this;
  }

  public TextTable right(String heading) {
    columns.add(new Column(heading, Side.RIGHT));
    return this;
  }

  public TextTable row(String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          cells.length + " cells do not fill " + columns.size() + " columns.");
    }
    rows.add(List.of(cells));
    return this;
  }

  /** Two spaces between columns; columns in which every cell is empty are left out. */
  public String text(String indent) {
    List<Integer> shown =
        IntStream.range(0, columns.size()).filter(this::hasContent).boxed().toList();
    var text = new StringBuilder();
    append(text, indent, shown, columns.stream().map(Column::heading).toList());
    rows.forEach(row -> append(text, indent, shown, row));
    return text.toString();
  }

  public String markdown() {
    var text = new StringBuilder();
    text.append(
        columns.stream()
            .map(column -> escaped(column.heading()))
            .collect(Collectors.joining(" | ", "| ", " |\n")));
    text.append(
        columns.stream()
            .map(column -> column.side() == Side.RIGHT ? "---:" : "---")
            .collect(Collectors.joining(" | ", "| ", " |\n")));
    for (List<String> row : rows) {
      text.append(
          row.stream().map(TextTable::escaped).collect(Collectors.joining(" | ", "| ", " |\n")));
    }
    return text.toString();
  }

  private boolean hasContent(int column) {
    return rows.stream().anyMatch(row -> !row.get(column).isEmpty());
  }

  private void append(StringBuilder text, String indent, List<Integer> shown, List<String> cells) {
    String line =
        shown.stream()
            .map(column -> padded(column, cells.get(column)))
            .collect(Collectors.joining("  ", indent, ""));
    text.append(line.stripTrailing()).append('\n');
  }

  private String padded(int column, String cell) {
    String space = " ".repeat(width(column) - cell.codePointCount(0, cell.length()));
    return columns.get(column).side() == Side.RIGHT ? space + cell : cell + space;
  }

  private int width(int column) {
    int heading = columns.get(column).heading().length();
    return rows.stream()
        .map(row -> row.get(column))
        .mapToInt(cell -> cell.codePointCount(0, cell.length()))
        .reduce(heading, Math::max);
  }

  private static String escaped(String cell) {
    return cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ");
  }
}
