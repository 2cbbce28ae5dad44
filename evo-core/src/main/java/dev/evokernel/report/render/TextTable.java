package dev.evokernel.report.render;

import module java.base;

import dev.evokernel.report.document.Table;
import dev.evokernel.report.document.Table.Column;
import dev.evokernel.report.document.Table.Content;

/** Table as aligned text, with two spaces between columns and without empty columns. */
final class TextTable {

  private static final int LEAST = 16;

  private static final Set<String> UNKNOWN = Set.of("", "-", "–");

  private final Table table;
  private final List<List<String>> rows;
  private final List<Integer> shown;
  private final int[] widths;

  /**
   * @param width maximum width of a line. Minor columns are left out from the last until the rest
   *     fits; then the widest text column is cut
   */
  TextTable(Table table, int width) {
    this.table = table;
    List<List<String>> whole = cut(table.rows(), i -> table.columns().get(i).widest());
    var fitting =
        new ArrayList<>(
            IntStream.range(0, table.columns().size())
                .filter(
                    column -> whole.stream().anyMatch(row -> !UNKNOWN.contains(row.get(column))))
                .boxed()
                .toList());
    for (int column = table.columns().size() - 1; column >= 0; column--) {
      if (table.columns().get(column).isMinor() && lineWidth(whole, fitting) > width) {
        fitting.remove((Object) column);
      }
    }
    this.shown = fitting;
    this.rows = cutTo(width, whole);
    this.widths = IntStream.range(0, table.columns().size()).map(i -> width(rows, i)).toArray();
  }

  private int lineWidth(List<List<String>> cells, List<Integer> columns) {
    return table.indent()
        + columns.stream().mapToInt(column -> 2 + width(cells, column)).sum()
        - (columns.isEmpty() ? 0 : 2);
  }

  /** Cuts the widest text column, down to its heading or {@link #LEAST}. */
  private List<List<String>> cutTo(int width, List<List<String>> cells) {
    int excess = lineWidth(cells, shown) - width;
    Optional<Integer> widest =
        shown.stream()
            .filter(column -> table.columns().get(column).content() == Content.TEXT)
            .max(Comparator.comparingInt(column -> width(cells, column)));
    if (excess <= 0 || widest.isEmpty()) {
      return cells;
    }
    int cut = widest.get();
    int least = Math.max(LEAST, table.columns().get(cut).heading().length());
    int left = Math.max(least, width(cells, cut) - excess);
    return cut(cells, column -> column == cut ? left : Integer.MAX_VALUE);
  }

  String text() {
    var text = new StringBuilder();
    append(text, table.columns().stream().map(Column::heading).toList());
    rows.forEach(row -> append(text, row));
    return text.toString();
  }

  private void append(StringBuilder text, List<String> cells) {
    String line =
        shown.stream()
            .map(column -> padded(column, cells.get(column)))
            .collect(Collectors.joining("  ", " ".repeat(table.indent()), ""));
    text.append(line.stripTrailing()).append('\n');
  }

  private String padded(int column, String cell) {
    String space = " ".repeat(widths[column] - cell.codePointCount(0, cell.length()));
    return table.columns().get(column).content() == Content.QUANTITY ? space + cell : cell + space;
  }

  private int width(List<List<String>> cells, int column) {
    int heading = table.columns().get(column).heading().length();
    return cells.stream()
        .map(row -> row.get(column))
        .mapToInt(cell -> cell.codePointCount(0, cell.length()))
        .reduce(heading, Math::max);
  }

  private static List<List<String>> cut(List<List<String>> rows, IntUnaryOperator widest) {
    return rows.stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(i -> cut(row.get(i), widest.applyAsInt(i)))
                    .toList())
        .toList();
  }

  private static String cut(String cell, int widest) {
    return cell.length() <= widest ? cell : cell.substring(0, widest - 1) + "…";
  }
}
