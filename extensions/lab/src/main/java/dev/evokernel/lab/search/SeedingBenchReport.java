package dev.evokernel.lab.search;

import module java.base;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Plain;
import dev.evokernel.report.text.RecordFields;
import dev.evokernel.store.run.StoredInitialConfiguration;

/**
 * Report of {@code evo bench seeding}.
 *
 * @param initial offered configurations, used or not
 * @param subject kernel or recording, and number of runs
 */
@JsonPropertyOrder({"subject", "initial_configurations", "lift", "command"})
public record SeedingBenchReport(
    @JsonUnwrapped SeedingLift lift,
    @JsonIgnore List<StoredInitialConfiguration> initial,
    String subject,
    String command)
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
        RecordFields.of(this));
  }

  @JsonProperty
  List<Map<String, Object>> initialConfigurations() {
    return initial.stream().map(SeedingBenchReport::plain).toList();
  }

  private static Map<String, Object> plain(StoredInitialConfiguration seed) {
    var json = new LinkedHashMap<String, Object>();
    json.put("origin", seed.origin());
    json.put("configuration", Plain.of(seed.configuration()));
    json.put("used", seed.used());
    json.put("note", seed.note());
    return json;
  }

  private Table origins() {
    var table = Table.builder().quantity("#").text("origin", "note");
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
            .quantity("budget", "evaluations")
            .text("as fast with seeding (95 % interval)");
    for (SeedingLift.Point point : lift.points()) {
      table.row(
          point.percent() + " %", Integer.toString(point.evaluations()), point.lift().toString());
    }
    return table.build();
  }
}
