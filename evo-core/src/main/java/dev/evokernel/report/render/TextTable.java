package dev.evokernel.report.render;

import dev.evokernel.report.document.Table;
import dev.evokernel.report.document.Table.Column;
import dev.evokernel.report.document.Table.Content;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table as aligned text: two spaces between columns, columns in which every cell is empty left
 * out.
 */
final class TextTable {

  private final Table table;
  private final List<List<String>> rows;
  private final List<Integer> shown;

  TextTable(Table table) {
    this.table = table;
    this.rows =
        table.rows().stream()
            .map(
                row ->
                    IntStream.range(0, row.size())
                        .mapToObj(i -> cut(row.get(i), table.columns().get(i).widest()))
                        .toList())
            .toList();
    this.shown =
        IntStream.range(0, table.columns().size())
            .filter(column -> rows.stream().anyMatch(row -> !row.get(column).isEmpty()))
            .boxed()
            .toList();
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
    String space = " ".repeat(width(column) - cell.codePointCount(0, cell.length()));
    return table.columns().get(column).content() == Content.QUANTITY ? space + cell : cell + space;
  }

  private int width(int column) {
    int heading = table.columns().get(column).heading().length();
    return rows.stream()
        .map(row -> row.get(column))
        .mapToInt(cell -> cell.codePointCount(0, cell.length()))
        .reduce(heading, Math::max);
  }

  private static String cut(String cell, int widest) {
    return cell.length() <= widest ? cell : cell.substring(0, widest - 1) + "…";
  }
}
