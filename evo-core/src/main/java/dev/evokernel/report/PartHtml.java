package dev.evokernel.report;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.render.Html;

/** Writer of parts as HTML, which collects the data of the charts. */
final class PartHtml {

  private static final int SHADES = 9;

  private final List<Part.Chart> charts = new ArrayList<>();
  private final int first;

  /**
   * @param first number of the first chart, after the charts that the page already has
   */
  PartHtml(int first) {
    this.first = first;
  }

  /** Charts in the order of their places in the page: {@code chart-0}, {@code chart-1} … */
  List<Part.Chart> charts() {
    return charts;
  }

  /**
   * @param prefix prefix of the anchor, unique for each run of the page
   */
  String section(Section section, String prefix) {
    String heading = Html.escaped(section.heading());
    String id = prefix + section.id();
    return "<section id=\"%s\" aria-labelledby=\"%s-heading\">\n<h2 id=\"%s-heading\">%s</h2>\n%s</section>\n"
        .formatted(id, id, id, heading, parts(section.parts()));
  }

  String parts(List<Part> parts) {
    return parts.stream().map(this::part).collect(Collectors.joining());
  }

  private String part(Part part) {
    return switch (part) {
      case Part.Text(List<Block> blocks) -> Html.blocks(blocks);
      case Part.Folded(String summary, List<Block> blocks) ->
          Html.details(summary, Html.blocks(blocks));
      case Part.Figure figure -> figure(figure);
      case Part.Bars bars -> bars(bars);
      case Part.Heat heat -> heat(heat);
      case Part.Answers(List<Part.Answer> answers) ->
          answers.stream()
              .map(PartHtml::answer)
              .collect(Collectors.joining("", "<div class=\"answers\">\n", "</div>\n"));
    };
  }

  private String figure(Part.Figure figure) {
    return chart(
        figure.chart(),
        Html.details(figure.behind(), Html.blocks(List.of((Block) figure.table()))));
  }

  /**
   * @param below HTML below the chart
   */
  String chart(Part.Chart chart, String below) {
    int number = first + charts.size();
    charts.add(chart);
    return "<figure>\n<figcaption>%s</figcaption>\n<div class=\"chart %s\" id=\"chart-%d\" role=\"img\" aria-label=\"%s\"></div>\n%s</figure>\n"
        .formatted(
            Html.escaped(chart.title()),
            chart.kind(),
            number,
            Html.escaped(chart.description()),
            below);
  }

  private static String bars(Part.Bars bars) {
    var html = new StringBuilder("<div class=\"scroll\" tabindex=\"0\"><table class=\"bars\">\n");
    html.append(
        "<thead><tr><th scope=\"col\">%s</th><th scope=\"col\" class=\"quantity\">%s</th>"
            .formatted(Html.escaped(bars.label()), Html.escaped(bars.amount())));
    html.append("<td></td><td></td></tr></thead>\n<tbody>\n");
    for (Part.Bar bar : bars.bars()) {
      html.append(
          "<tr><th scope=\"row\">%s</th><td class=\"quantity\">%s</td><td class=\"bar\">%s</td><td class=\"note\">%s</td></tr>\n"
              .formatted(
                  Html.escaped(bar.label()),
                  Html.escaped(bar.amount()),
                  strip(bar.share()),
                  Html.escaped(bar.note())));
    }
    return html.append("</tbody>\n</table></div>\n").toString();
  }

  private static String strip(double share) {
    return String.format(
        Locale.ROOT,
        "<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><rect"
            + " width=\"%.1f\" height=\"10\"/></svg>",
        100 * Math.clamp(share, 0, 1));
  }

  private static String heat(Part.Heat heat) {
    var html = new StringBuilder("<div class=\"scroll\" tabindex=\"0\"><table class=\"heat\">\n");
    html.append(
        "<thead><tr><td></td><th scope=\"colgroup\" colspan=\"%d\">%s</th></tr>\n<tr><th scope=\"col\">%s</th>"
            .formatted(
                heat.columns().size(), Html.escaped(heat.across()), Html.escaped(heat.down())));
    heat.columns()
        .forEach(name -> html.append("<th scope=\"col\">" + Html.escaped(name) + "</th>"));
    html.append("</tr></thead>\n<tbody>\n");
    for (int r = 0; r < heat.rows().size(); r++) {
      html.append("<tr><th scope=\"row\">" + Html.escaped(heat.rows().get(r)) + "</th>");
      heat.cells().get(r).forEach(cell -> html.append(cell(cell)));
      html.append("</tr>\n");
    }
    return html.append("</tbody>\n</table></div>\n").toString();
  }

  private static String cell(Part.Cell cell) {
    return cell.text().isEmpty()
        ? "<td class=\"none\">–</td>"
        : "<td class=\"heat-%d\">%s</td>"
            .formatted(
                Math.round(SHADES * Math.clamp(cell.warmth(), 0, 1)), Html.escaped(cell.text()));
  }

  private static String answer(Part.Answer answer) {
    return "<div class=\"answer %s\">\n<h3>%s</h3>\n<p class=\"gist\">%s</p>\n%s</div>\n"
        .formatted(
            answer.tone(),
            Html.escaped(answer.question()),
            Html.escaped(answer.gist()),
            answer.sentences().stream()
                .map(sentence -> "<p>" + Html.escaped(sentence) + "</p>\n")
                .collect(Collectors.joining()));
  }
}
