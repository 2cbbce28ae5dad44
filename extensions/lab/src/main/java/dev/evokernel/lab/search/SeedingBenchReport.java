package dev.evokernel.lab.search;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Plain;
import dev.evokernel.store.run.StoredInitialConfiguration;

/**
 * Report of {@code evo bench seeding}.
 *
 * @param initial offered configurations, used or not
 * @param subject kernel or recording, and number of runs
 */
public record SeedingBenchReport(
    SeedingLift lift, List<StoredInitialConfiguration> initial, String subject, String command)
    implements Report {

  public SeedingBenchReport {
    initial = List.copyOf(initial);
  }

  @Override
  public Document document() {
    return Document.framed(
        List.of(subject),
        List.of(
            origins(),
            points(),
            Block.Together.of(
                Block.Paragraph.of(lift.pace()).indented(Table.INDENT),
                Block.Paragraph.strong(lift.verdict()).indented(Table.INDENT))),
        command,
        data());
  }

  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", subject);
    json.put("initial_configurations", initial.stream().map(SeedingBenchReport::plain).toList());
    json.put("evaluations", lift.evaluations());
    json.put("lift", lift.points().stream().map(SeedingBenchReport::plain).toList());
    json.put("until_without_seeding", lift.untilAlone());
    json.put("until_with_seeding", lift.untilSeeded());
    json.put("fewer", Plain.of(lift.fewer()));
    json.put("reached_without_seeding", Plain.of(lift.aloneReached()));
    json.put("reached_with_seeding", Plain.of(lift.seededReached()));
    json.put("verdict", lift.verdict());
    json.put("command", command);
    return Data.Fields.of(json);
  }

  private static Map<String, Object> plain(StoredInitialConfiguration seed) {
    var json = new LinkedHashMap<String, Object>();
    json.put("origin", seed.origin());
    json.put("configuration", Plain.of(seed.configuration()));
    json.put("used", seed.used());
    json.put("note", seed.note());
    return json;
  }

  private static Map<String, Object> plain(SeedingLift.Point point) {
    var json = new LinkedHashMap<String, Object>();
    json.put("percent", point.percent());
    json.put("evaluations", point.evaluations());
    json.put("lift", Plain.of(point.lift()));
    return json;
  }

  private Table origins() {
    var table = Table.builder().quantity("#").text("origin").text("note");
    int number = 0;
    for (StoredInitialConfiguration seed : initial) {
      String note = seed.used() ? seed.note() : "not used: " + seed.note();
      table.row(Integer.toString(++number), seed.origin(), note);
    }
    return table.build();
  }

  private Table points() {
    var table =
        Table.builder()
            .quantity("budget")
            .quantity("evaluations")
            .text("as fast with seeding (95 % interval)");
    for (SeedingLift.Point point : lift.points()) {
      table.row(
          point.percent() + " %", Integer.toString(point.evaluations()), point.lift().toString());
    }
    return table.build();
  }
}
