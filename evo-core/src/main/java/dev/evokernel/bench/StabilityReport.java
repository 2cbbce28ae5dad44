package dev.evokernel.bench;

import dev.evokernel.report.Json;
import dev.evokernel.report.ReportFrame;
import dev.evokernel.report.TextTable;
import dev.evokernel.stats.RatioEstimate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What {@code evo bench stability} found out.
 *
 * @param subject kernel, shapes and device, for people
 * @param command that repeats it
 */
public record StabilityReport(Stability.Result result, String subject, String command) {

  public String text() {
    return frame().text(List.of(table().text("  "), sentences("  ")));
  }

  public String markdown() {
    return frame().markdown(List.of(table().markdown(), sentences("- ")));
  }

  public String json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("runs", result.choices().stream().map(StabilityReport::plain).toList());
    json.put("winners", result.winners().stream().map(StabilityReport::plain).toList());
    json.put("near_best", Json.plain(result.near()));
    json.put("pairs_that_agree", Json.plain(result.agreeing()));
    result.covered().ifPresent(covered -> json.put("intervals_that_cover", Json.plain(covered)));
    return frame().json(json);
  }

  private ReportFrame frame() {
    return new ReportFrame(subject, command);
  }

  private static Map<String, Object> plain(Stability.Choice choice) {
    var json = new LinkedHashMap<String, Object>();
    json.put("seed", choice.seed());
    json.put("evaluated", choice.evaluated());
    json.put("configuration", Json.plain(choice.configuration()));
    choice
        .speedUps()
        .forEach(
            (shape, one) ->
                json.put("speed_up_" + shape, List.of(one.ratio(), one.low(), one.high())));
    return json;
  }

  private static Map<String, Object> plain(Stability.Winner winner) {
    var json = new LinkedHashMap<String, Object>();
    json.put("configuration", Json.plain(winner.configuration()));
    json.put("runs", winner.runs());
    json.put("speed_up", plain(winner.speedUp()));
    json.put("regret", plain(winner.regret()));
    return json;
  }

  private static List<Double> plain(RatioEstimate estimate) {
    return List.of(estimate.ratio(), estimate.low(), estimate.high());
  }

  private TextTable table() {
    var table =
        new TextTable()
            .left("winner")
            .right("runs")
            .left("speed-up, measured again")
            .left("regret (interval)");
    for (Stability.Winner winner : result.winners()) {
      table.row(
          winner.configuration().toString(),
          Integer.toString(winner.runs()),
          winner.speedUp().toString(),
          regret(winner.regret()));
    }
    return table;
  }

  private static String regret(RatioEstimate estimate) {
    return estimate.ratio() == 1
        ? "the best"
        : String.format(
            Locale.ROOT,
            "%.2f %% (%.2f to %.2f %%)",
            100 * (estimate.ratio() - 1),
            100 * (estimate.low() - 1),
            100 * (estimate.high() - 1));
  }

  private String sentences(String bullet) {
    int runs = result.choices().size();
    int most = result.winners().stream().mapToInt(Stability.Winner::runs).max().orElse(0);
    var text = new StringBuilder();
    text.append(
        "%s%d runs chose %d different configurations; the most frequent one %d times.%n"
            .formatted(bullet, runs, result.winners().size(), most));
    text.append(
        "%sPairs of runs that chose the same: %d of %d.%n"
            .formatted(bullet, result.agreeing().hits(), result.agreeing().trials()));
    text.append(
        String.format(
            Locale.ROOT,
            "%sWithin %.0f %% of the best of all: %s.%n",
            bullet,
            100 * Stability.NEAR,
            result.near()));
    var evaluated =
        result.choices().stream().mapToInt(Stability.Choice::evaluated).summaryStatistics();
    text.append(
        "%sA run came to %d candidates at the least and %d at the most.%n"
            .formatted(bullet, evaluated.getMin(), evaluated.getMax()));
    if (result.stayed()) {
      text.append(
          "%sThe default stayed in every run. Either nothing is better, or such runs are too short to find it: try longer ones.%n"
              .formatted(bullet));
    }
    result
        .covered()
        .ifPresent(
            covered ->
                text.append(
                    "%sA run's own interval holds the speed-up measured again: %s.%n"
                        .formatted(bullet, covered)));
    return text.toString();
  }
}
