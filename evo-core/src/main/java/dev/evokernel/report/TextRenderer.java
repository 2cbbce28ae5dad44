package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.Block.Command;
import dev.evokernel.report.Table.Column;
import dev.evokernel.report.Table.Content;

/**
 * Renderer of text for a terminal: aligned tables, an empty line between blocks.
 *
 * @param width maximum width of tables, in characters; prose is not wrapped
 * @param hasColours whether verdicts are coloured
 * @param isVerbose whether details are written
 */
public record TextRenderer(int width, boolean hasColours, boolean isVerbose) {

  /** Renderer for files and pipes: unlimited width, no colours, no details. */
  public static final TextRenderer PLAIN = new TextRenderer(Integer.MAX_VALUE, false, false);

  private static final String GREEN = "\u001b[1;32m";
  private static final String YELLOW = "\u001b[1;33m";
  private static final String RESET = "\u001b[0m";

  public TextRenderer {
    if (width < 1) {
      throw new IllegalArgumentException("width must be ≥ 1, was " + width + ".");
    }
  }

  public String render(Document document) {
    return blocks(document.blocks(), "\n\n") + "\n";
  }

  private String blocks(List<Block> blocks, String between) {
    return blocks.stream()
        .map(this::block)
        .map(String::stripTrailing)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(between));
  }

  private String block(Block block) {
    return switch (block) {
      case Block.Heading heading -> heading.text();
      case Block.Paragraph paragraph ->
          coloured(
              paragraph.style(),
              indented(String.join("\n", paragraph.lines()), paragraph.indent()));
      case Block.Summary summary -> summary.sentence();
      case Block.Bullets bullets -> indented(String.join("\n", bullets.items()), bullets.indent());
      case Block.Facts facts -> facts(facts.facts());
      case Block.Code code -> indented(code.text(), code.indent());
      case Block.Commands commands -> commands(commands.commands());
      case Block.Together together -> blocks(together.blocks(), "\n");
      case Block.Details details -> isVerbose ? blocks(details.blocks(), "\n\n") : "";
      case Block.Drawing drawing -> block(drawing.plain());
      case Table table -> new TextTable(table, width).text();
    };
  }

  private String coloured(Block.Style meant, String text) {
    return switch (meant) {
      case PLAIN, STRONG -> text;
      case WON -> hasColours ? GREEN + text + RESET : text;
      case OPEN -> hasColours ? YELLOW + text + RESET : text;
    };
  }

  /** Labels and values in two aligned columns, each value on one line. */
  private static String facts(SequencedMap<String, String> facts) {
    int width = facts.keySet().stream().mapToInt(String::length).max().orElse(0);
    return facts.entrySet().stream()
        .map(
            fact ->
                " ".repeat(Table.INDENT)
                    + fact.getKey()
                    + " ".repeat(width - fact.getKey().length() + 2)
                    + fact.getValue())
        .collect(Collectors.joining("\n"));
  }

  private static String commands(List<Command> commands) {
    if (commands.size() == 1) {
      return "Again:  " + commands.getFirst().line();
    }
    return commands.stream()
        .map(
            command ->
                "  "
                    + command.line()
                    + (command.remark().isEmpty() ? "" : "    # " + command.remark()))
        .collect(Collectors.joining("\n", "Reproduce\n", ""));
  }

  private static String indented(String text, int by) {
    return by == 0
        ? text
        : text.lines()
            .map(line -> (" ".repeat(by) + line).stripTrailing())
            .collect(Collectors.joining("\n"));
  }

  /** Table as aligned text, with two spaces between columns and without empty columns. */
  private static final class TextTable {

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
      return table.columns().get(column).content() == Content.QUANTITY
          ? space + cell
          : cell + space;
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
}
