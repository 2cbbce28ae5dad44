package dev.evokernel.lab.score;

import module java.base;

/**
 * HTML page with a small chart for each space, without external resources. The horizontal axis is
 * the time of tuning up to the budget in seconds. The vertical axis is the mean slowdown of the
 * best so far against the optimum, on a logarithmic scale.
 */
public record Chart(Tournament tournament) {

  private static final int COLUMNS = 3;
  private static final double WIDTH = 380;
  private static final double HEIGHT = 250;
  private static final double LEFT = 46;
  private static final double RIGHT = 14;
  private static final double TOP = 34;
  private static final double BOTTOM = 34;
  private static final List<String> COLOURS =
      List.of("#0b66c3", "#c2410c", "#15803d", "#9333ea", "#b45309", "#0e7490", "#be185d");
  private static final String BASELINE = "#6b7280";
  private static final double[] TICKS = {
    1, 1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 1000
  };

  private record Line(String name, String colour, boolean dashed, List<Double> slowdowns) {}

  public String html() {
    List<RecordedSpace> shown =
        tournament.spaces().stream().filter(space -> !lines(space).isEmpty()).toList();
    int rows = (shown.size() + COLUMNS - 1) / COLUMNS;
    var svg = new StringBuilder();
    for (int i = 0; i < shown.size(); i++) {
      int row = i / COLUMNS;
      svg.append(
          "<g transform=\"translate(%s %s)\">%n%s</g>%n"
              .formatted(number(i % COLUMNS * WIDTH), number(row * HEIGHT), panel(shown.get(i))));
    }
    return """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Best so far on recorded spaces</title>
    <style>
    body { font: 15px/1.5 system-ui, sans-serif; color: #1f2937; background: #fff; margin: 2rem auto; max-width: 1180px; padding: 0 1rem; }
    h1 { font-size: 1.35rem; margin: 0 0 .3rem; }
    p { margin: 0 0 1rem; max-width: 52rem; color: #4b5563; }
    ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.6rem; }
    li svg { vertical-align: middle; margin-right: .4rem; }
    .chart { width: 100%%; height: auto; }
    text { font: 11px system-ui, sans-serif; fill: #4b5563; }
    .title { font-size: 13px; font-weight: 600; fill: #1f2937; }
    </style>
    </head>
    <body>
    <h1>Best so far on recorded spaces</h1>
    <p>Vertical: slowdown of the best so far against the optimum, mean over the runs, logarithmic. Horizontal: recorded seconds of tuning, up to the budget. Lines below the dashed line are better than random search.</p>
    <ul>%s</ul>
    <svg class="chart" viewBox="0 0 %s %s" role="img" aria-label="Best so far against random search">
    %s</svg>
    </body>
    </html>
    """
        .formatted(legend(), number(COLUMNS * WIDTH), number(Math.max(1, rows) * HEIGHT), svg);
  }

  private String legend() {
    var items = new StringBuilder(item("random search, calculated", BASELINE, true));
    List<ScoreCard> cards = tournament.cards();
    for (int i = 0; i < cards.size(); i++) {
      items.append(item(cards.get(i).strategy(), colour(i), false));
    }
    return items.toString();
  }

  private static String item(String name, String colour, boolean dashed) {
    return "<li><svg width=\"28\" height=\"10\"><line x1=\"0\" y1=\"5\" x2=\"28\" y2=\"5\" stroke=\"%s\" stroke-width=\"2.5\"%s/></svg>%s</li>"
        .formatted(colour, dashes(dashed), escaped(name));
  }

  private List<Line> lines(RecordedSpace space) {
    var lines = new ArrayList<Line>();
    Scoring scoring = tournament.scoring(space);
    double optimum = space.yardstick().optimum();
    List<ScoreCard> cards = tournament.cards();
    for (int i = 0; i < cards.size(); i++) {
      List<Trace> runs = tournament.runs(cards.get(i).strategy(), space);
      if (!runs.isEmpty()) {
        List<Double> mean = slowdowns(scoring.meanBest(runs), optimum);
        lines.add(new Line(cards.get(i).strategy(), colour(i), false, mean));
      }
    }
    if (!lines.isEmpty()) {
      List<Double> expected = slowdowns(scoring.expectedInSeconds(), optimum);
      lines.addFirst(new Line("random search, calculated", BASELINE, true, expected));
    }
    return lines;
  }

  private static List<Double> slowdowns(double[] best, double optimum) {
    return Arrays.stream(best).map(time -> Math.max(1, time / optimum)).boxed().toList();
  }

  private String panel(RecordedSpace space) {
    List<Line> lines = lines(space);
    double top =
        lines.stream()
            .flatMap(line -> line.slowdowns().stream().skip(1)) // the first would flatten the rest
            .mapToDouble(slowdown -> slowdown)
            .max()
            .orElseThrow();
    double height = Math.max(Math.log(top), 1e-3);
    var panel = new StringBuilder();
    panel.append(
        "<text class=\"title\" x=\"%s\" y=\"18\">%s</text>%n"
            .formatted(number(LEFT), escaped(space.name())));
    double last = 1e9;
    for (double tick : TICKS) {
      double y = y(tick, height);
      if (y > TOP && last - y > 16) {
        last = y;
        panel.append(
            "<line x1=\"%s\" x2=\"%s\" y1=\"%s\" y2=\"%s\" stroke=\"#e5e7eb\"/><text x=\"%s\" y=\"%s\" text-anchor=\"end\">%s×</text>%n"
                .formatted(
                    number(LEFT),
                    number(WIDTH - RIGHT),
                    number(y),
                    number(y),
                    number(LEFT - 6),
                    number(y + 4),
                    tick == Math.rint(tick) ? Long.toString((long) tick) : Double.toString(tick)));
      }
    }
    for (int quarter = 0; quarter <= 4; quarter += 2) {
      double x = LEFT + quarter / 4.0 * (WIDTH - LEFT - RIGHT);
      panel.append(
          "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%,.0f s</text>%n"
              .formatted(
                  number(x),
                  number(HEIGHT - BOTTOM + 16),
                  quarter == 0 ? "start" : quarter == 4 ? "end" : "middle",
                  quarter / 4.0 * space.yardstick().seconds()));
    }
    double[] seconds = tournament.scoring(space).seconds();
    lines.forEach(line -> panel.append(polyline(line, seconds, space.yardstick(), height)));
    return panel.toString();
  }

  private static String polyline(Line line, double[] seconds, Yardstick yardstick, double height) {
    var points = new ArrayList<String>();
    for (int i = 0; i < seconds.length; i++) {
      double x = LEFT + seconds[i] / yardstick.seconds() * (WIDTH - LEFT - RIGHT);
      points.add(number(x) + "," + number(y(line.slowdowns().get(i), height)));
    }
    return "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-linejoin=\"round\"%s points=\"%s\"><title>%s</title></polyline>%n"
        .formatted(
            line.colour(),
            dashes(line.dashed()),
            points.stream().collect(Collectors.joining(" ")),
            escaped(line.name()));
  }

  private static double y(double slowdown, double height) {
    double share = Math.log(slowdown) / height;
    return Math.max(TOP, HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM));
  }

  private static String dashes(boolean dashed) {
    return dashed ? " stroke-dasharray=\"5 4\"" : "";
  }

  private static String colour(int index) {
    return COLOURS.get(index % COLOURS.size());
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.1f", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
