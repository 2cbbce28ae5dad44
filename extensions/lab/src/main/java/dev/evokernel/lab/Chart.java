package dev.evokernel.lab;

import module java.base;

import dev.evokernel.kernel.yaml.ShippedText;
import dev.evokernel.report.JsonRenderer;

/**
 * HTML page with a small chart for each space, without external resources. The horizontal axis is
 * the time of tuning up to the budget in seconds. The vertical axis is the mean slowdown of the
 * best so far against the optimum, on a logarithmic scale. A script of the page draws the data.
 */
record Chart(Tournament tournament) {

  String html() {
    var names = new ArrayList<>(List.of("random search, calculated"));
    tournament.cards().forEach(card -> names.add(card.strategy()));
    var json = new LinkedHashMap<String, Object>();
    json.put("strategies", names);
    json.put("spaces", tournament.spaces().stream().flatMap(this::plain).toList());
    return ShippedText.of(Chart.class, "chart.html")
        .replace("@DATA@", JsonRenderer.compact(json).replace("<", "\\u003c"));
  }

  /** Lines of a space; empty for a space without runs. */
  private Stream<Map<String, Object>> plain(RecordedSpace space) {
    Scoring scoring = tournament.scoring(space);
    var lines = new ArrayList<Map<String, Object>>();
    lines.add(line(0, scoring.expectedInSeconds(), space));
    for (int i = 0; i < tournament.cards().size(); i++) {
      List<Trace> runs = tournament.runs(tournament.cards().get(i).strategy(), space);
      if (!runs.isEmpty()) {
        lines.add(line(i + 1, scoring.meanBest(runs), space));
      }
    }
    var json = new LinkedHashMap<String, Object>();
    json.put("name", space.name());
    json.put("budget", space.yardstick().seconds());
    json.put("seconds", rounded(Arrays.stream(scoring.seconds())));
    json.put("lines", lines);
    return lines.size() == 1 ? Stream.of() : Stream.of(json);
  }

  private static Map<String, Object> line(int strategy, double[] best, RecordedSpace space) {
    double optimum = space.yardstick().optimum();
    var json = new LinkedHashMap<String, Object>();
    json.put("strategy", strategy);
    json.put("slowdowns", rounded(Arrays.stream(best).map(time -> Math.max(1, time / optimum))));
    return json;
  }

  private static List<Double> rounded(DoubleStream numbers) {
    return numbers.mapToObj(number -> Math.round(number * 1e5) / 1e5).toList();
  }
}
