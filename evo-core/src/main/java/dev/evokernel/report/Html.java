package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.Block.Style;
import dev.evokernel.report.Table.Column;
import dev.evokernel.report.Table.Content;

/** Writer of HTML: escaped text, JSON for a script, and blocks, with the data of their charts. */
public final class Html {

  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");
  private static final int SHADES = 9;

  private final List<Block.Chart> charts = new ArrayList<>();
  private final int first;

  /**
   * @param first number of the first chart, after the charts that the page already has
   */
  public Html(int first) {
    this.first = first;
  }

  /** Data of the charts in the order of their places: {@code chart-0}, {@code chart-1} … */
  public String charts() {
    return json(charts.stream().map(chart -> new Drawn(chart.kind(), chart.data())).toList());
  }

  private record Drawn(String kind, Object data) {}

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

  /** Fills the places of a template, {@code {{name}}}; a place without content is empty. */
  public static String filled(String template, Map<String, String> contents) {
    return PLACE
        .matcher(template)
        .replaceAll(place -> Matcher.quoteReplacement(contents.getOrDefault(place.group(1), "")));
  }

  private static boolean isControl(char c) {
    return (c < ' ' && c != '\n' && c != '\t' && c != '\r') || (c >= 0x7F && c < 0xA0);
  }

  /** Renders blocks without a page around them. */
  public static String blocks(List<Block> blocks) {
    return new Html(0).html(blocks);
  }

  /** Renders blocks without a page around them, and adds their charts to those of the page. */
  public String html(List<Block> blocks) {
    return blocks.stream().map(this::block).collect(Collectors.joining());
  }

  private String block(Block block) {
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
      case Block.Together(List<Block> blocks) -> html(blocks);
      case Block.Details(String summary, List<Block> blocks) -> details(summary, html(blocks));
      case Block.Chart chart -> chart(chart);
      case Block.Bars bars -> bars(bars);
      case Block.Heat heat -> heat(heat);
      case Block.Answers(List<Block.Answer> answers) ->
          answers.stream()
              .map(Html::answer)
              .collect(Collectors.joining("", "<div class=\"answers\">\n", "</div>\n"));
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

  private static String details(String summary, String html) {
    return "<details>\n<summary>" + escaped(summary) + "</summary>\n" + html + "</details>\n";
  }

  private static String table(Table table) {
    return table(table, (_, text) -> escaped(text));
  }

  /**
   * Renders a table that scrolls if it is too wide; the first column has the row headings.
   *
   * @param cell the HTML of a text in a column
   */
  public static String table(Table table, BiFunction<Column, String, String> cell) {
    var body = new StringBuilder();
    for (List<String> row : table.rows()) {
      body.append("<tr>");
      for (int i = 0; i < row.size(); i++) {
        Column column = table.columns().get(i);
        body.append(
            (i == 0 ? "<th scope=\"row\"%s>%s</th>" : "<td%s>%s</td>")
                .formatted(kind(column), cell.apply(column, row.get(i))));
      }
      body.append("</tr>\n");
    }
    return scrolling(
        "",
        table.columns().stream()
            .map(column -> head(kind(column), column.heading()))
            .collect(Collectors.joining("", "<tr>", "</tr>")),
        body.toString());
  }

  private static String scrolling(String attributes, String head, String body) {
    return """
        <div class="scroll" tabindex="0"><table%s>
        <thead>%s</thead>
        <tbody>
        %s</tbody>
        </table></div>
        """
        .formatted(attributes, head, body);
  }

  private static String head(String attributes, String text) {
    return "<th scope=\"col\"%s>%s</th>".formatted(attributes, escaped(text));
  }

  private static String kind(Column column) {
    return column.content() == Content.QUANTITY ? " class=\"quantity\"" : "";
  }

  private String chart(Block.Chart chart) {
    int number = first + charts.size();
    charts.add(chart);
    boolean isOpen = chart.behind().isEmpty();
    return "<figure>\n<figcaption>%s</figcaption>\n<div class=\"chart %s\" id=\"chart-%d\" role=\"img\" aria-label=\"%s\"></div>\n%s</figure>\n%s"
        .formatted(
            escaped(chart.title()),
            chart.kind(),
            number,
            escaped(chart.description()),
            isOpen ? "" : details(chart.behind(), block(chart.table())),
            isOpen ? block(chart.table()) : "");
  }

  private static String bars(Block.Bars bars) {
    return scrolling(
        " class=\"bars\"",
        "<tr>%s%s<td></td><td></td></tr>"
            .formatted(head("", bars.label()), head(" class=\"quantity\"", bars.amount())),
        bars.bars().stream().map(Html::bar).collect(Collectors.joining()));
  }

  private static String bar(Block.Bar bar) {
    return "<tr><th scope=\"row\">%s</th><td class=\"quantity\">%s</td><td class=\"bar\">%s</td><td class=\"note\">%s</td></tr>\n"
        .formatted(
            escaped(bar.label()), escaped(bar.amount()), strip(bar.share()), escaped(bar.note()));
  }

  private static String strip(double share) {
    return String.format(
        Locale.ROOT,
        "<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect"
            + " width=\"%.1f\" height=\"10\"/></svg>",
        100 * Math.clamp(share, 0, 1));
  }

  private static String heat(Block.Heat heat) {
    String head =
        heat.columns().stream()
            .map(name -> head("", name))
            .collect(Collectors.joining("", head("", heat.down()), ""));
    String across = escaped(heat.across());
    var body = new StringBuilder();
    for (int r = 0; r < heat.rows().size(); r++) {
      body.append("<tr><th scope=\"row\">" + escaped(heat.rows().get(r)) + "</th>");
      heat.cells().get(r).forEach(cell -> body.append(cell(cell)));
      body.append("</tr>\n");
    }
    return scrolling(
        " class=\"heat\"",
        "<tr><td></td><th scope=\"colgroup\" colspan=\"%d\">%s</th></tr>\n<tr>%s</tr>"
            .formatted(heat.columns().size(), across, head),
        body.toString());
  }

  private static String cell(Block.Cell cell) {
    return cell.text().isEmpty()
        ? "<td class=\"none\">–</td>"
        : "<td class=\"heat-%d\">%s</td>"
            .formatted(Math.round(SHADES * Math.clamp(cell.warmth(), 0, 1)), escaped(cell.text()));
  }

  private static String answer(Block.Answer answer) {
    return "<div class=\"answer %s\">\n<h3>%s</h3>\n<p class=\"gist\">%s</p>\n%s</div>\n"
        .formatted(
            answer.tone(),
            escaped(answer.question()),
            escaped(answer.gist()),
            answer.sentences().stream()
                .map(sentence -> "<p>" + escaped(sentence) + "</p>\n")
                .collect(Collectors.joining()));
  }
}
