package dev.evokernel.bench;

import dev.evokernel.report.Json;
import dev.evokernel.report.ReportFrame;
import dev.evokernel.report.TextTable;
import dev.evokernel.stats.RatioEstimate;
import dev.evokernel.store.StoredInitialConfiguration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code evo bench seeding} found out.
 *
 * @param seeds that were suggested, used or not
 * @param subject kernel or recording, and how many runs, for people
 * @param command that repeats it
 */
public record SeedingBenchReport(
    SeedingLift lift, List<StoredInitialConfiguration> seeds, String subject, String command) {

  public SeedingBenchReport {
    seeds = List.copyOf(seeds);
  }

  public String text() {
    return frame()
        .text(
            List.of(
                origins().text("  "),
                points().text("  "),
                "  " + lift.pace() + "\n  " + lift.verdict()));
  }

  public String markdown() {
    return frame()
        .markdown(
            List.of(
                origins().markdown(),
                points().markdown(),
                lift.pace(),
                "**" + lift.verdict() + "**"));
  }

  private ReportFrame frame() {
    return new ReportFrame(subject, command);
  }

  public String json() {
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", subject);
    json.put("seeds", seeds.stream().map(SeedingBenchReport::plain).toList());
    json.put("evaluations", lift.evaluations());
    json.put("lift", lift.points().stream().map(SeedingBenchReport::plain).toList());
    json.put("until_without_seeds", lift.untilAlone());
    json.put("until_with_seeds", lift.untilSeeded());
    json.put("fewer", plain(lift.fewer()));
    json.put("reached_without_seeds", Json.plain(lift.aloneReached()));
    json.put("reached_with_seeds", Json.plain(lift.seededReached()));
    json.put("verdict", lift.verdict());
    json.put("command", command);
    return Json.indented(json);
  }

  private static Map<String, Object> plain(StoredInitialConfiguration seed) {
    var json = new LinkedHashMap<String, Object>();
    json.put("origin", seed.origin());
    json.put("configuration", Json.plain(seed.configuration()));
    json.put("used", seed.used());
    json.put("note", seed.note());
    return json;
  }

  private static Map<String, Object> plain(SeedingLift.Point point) {
    var json = new LinkedHashMap<String, Object>();
    json.put("percent", point.percent());
    json.put("evaluations", point.evaluations());
    json.put("lift", plain(point.lift()));
    return json;
  }

  private static List<Double> plain(RatioEstimate estimate) {
    return List.of(estimate.ratio(), estimate.low(), estimate.high());
  }

  private TextTable origins() {
    var table = new TextTable().right("seed").left("origin").left("note");
    int number = 0;
    for (StoredInitialConfiguration seed : seeds) {
      String note = seed.used() ? seed.note() : "left out: " + seed.note();
      table.row(Integer.toString(++number), seed.origin(), note);
    }
    return table;
  }

  private TextTable points() {
    var table =
        new TextTable()
            .right("budget")
            .right("evaluations")
            .left("as fast with seeds (95 % interval)");
    for (SeedingLift.Point point : lift.points()) {
      table.row(
          point.percent() + " %", Integer.toString(point.evaluations()), point.lift().toString());
    }
    return table;
  }
}
