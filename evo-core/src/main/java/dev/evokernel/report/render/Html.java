package dev.evokernel.report.render;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Block.Style;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.document.Table.Column;
import dev.evokernel.report.document.Table.Content;
import java.util.List;
import java.util.stream.Collectors;

/** Writer of HTML: escaped text, JSON for a script, and blocks without style. */
public final class Html {

  private Html() {}

  /** Escapes text for an element or a quoted attribute. */
  public static String escaped(String text) {
    var escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(isControl(c) ? '\uFFFD' : c);
      }
    }
    return escaped.toString();
  }

  /**
   * Writes JSON for a {@code script} element. The element would end at {@code </script>} and change
   * its meaning at {@code <!--}, even within a string.
   */
  public static String json(Object data) {
    return JsonRenderer.compact(data)
        .replace("<", "\\u003c")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** Whether HTML forbids the character. */
  private static boolean isControl(char c) {
    return (c < ' ' && c != '\n' && c != '\t' && c != '\r') || (c >= 0x7F && c < 0xA0);
  }

  /** Renders blocks without a page around them. */
  public static String blocks(List<Block> blocks) {
    return blocks.stream().map(Html::block).collect(Collectors.joining());
  }

  private static String block(Block block) {
    return switch (block) {
      case Block.Heading(int level, String text) -> element("h" + level, text);
      case Block.Paragraph(List<String> lines, Style style, int _) ->
          "<p>" + (style == Style.STRONG ? strong(lines) : joined(lines)) + "</p>\n";
      case Block.Summary(String sentence) -> "<p>" + strong(List.of(sentence)) + "</p>\n";
      case Block.Bullets(List<String> items, int _) ->
          items.stream()
              .map(item -> element("li", item))
              .collect(Collectors.joining("", "<ul>\n", "</ul>\n"));
      case Block.Facts facts ->
          facts.facts().entrySet().stream()
              .map(fact -> element("dt", fact.getKey()) + element("dd", fact.getValue()))
              .collect(Collectors.joining("", "<dl>\n", "</dl>\n"));
      case Block.Code(String _, String text, int _) -> code(text);
      case Block.Commands(List<Block.Command> commands) ->
          code(commands.stream().map(Block.Command::line).collect(Collectors.joining("\n")));
      case Block.Together(List<Block> blocks) -> blocks(blocks);
      case Block.Details(List<Block> blocks) -> details("More", blocks(blocks));
      case Table table -> table(table);
    };
  }

  private static String joined(List<String> lines) {
    return lines.stream().map(Html::escaped).collect(Collectors.joining("<br>"));
  }

  private static String strong(List<String> lines) {
    return "<strong>" + joined(lines) + "</strong>";
  }

  private static String code(String text) {
    return "<pre tabindex=\"0\"><code>" + escaped(text.stripTrailing()) + "</code></pre>\n";
  }

  private static String element(String name, String text) {
    return "<" + name + ">" + escaped(text) + "</" + name + ">\n";
  }

  /**
   * An element that opens on demand.
   *
   * @param html content of the element
   */
  public static String details(String summary, String html) {
    return "<details>\n<summary>" + escaped(summary) + "</summary>\n" + html + "</details>\n";
  }

  /** A table that scrolls if it is too wide; the first column has the row headings. */
  private static String table(Table table) {
    var html = new StringBuilder("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    for (Column column : table.columns()) {
      html.append("<th scope=\"col\"").append(kind(column)).append('>');
      html.append(escaped(column.heading())).append("</th>");
    }
    html.append("</tr></thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      html.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        String name = i == 0 ? "th" : "td";
        html.append('<').append(name).append(i == 0 ? " scope=\"row\"" : "");
        html.append(kind(table.columns().get(i))).append('>');
        html.append(escaped(row.get(i))).append("</").append(name).append('>');
      }
      html.append("</tr>\n");
    }
    return html.append("</tbody>\n</table></div>\n").toString();
  }

  private static String kind(Column column) {
    return column.content() == Content.QUANTITY ? " class=\"quantity\"" : "";
  }
}
