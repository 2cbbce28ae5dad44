package dev.evokernel.lab.selftest.session;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.lab.selftest.FaultLine;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;

/** Outcomes of the injected faults, as a table. */
public record FaultTable(String device, List<FaultLine> lines) implements Report {

  private static final int SHOWN = 90;

  public FaultTable {
    lines = List.copyOf(lines);
  }

  /** Whether every fault has its expected outcome. */
  public boolean isRight() {
    return lines.stream().allMatch(FaultLine::isRight);
  }

  @Override
  public Document document() {
    return new Document(
        List.of(Block.Together.of(table(), Block.Paragraph.of(complaints() + verdict()))), data());
  }

  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    json.put("device", device);
    json.put("right", isRight());
    json.put("faults", lines.stream().map(FaultTable::fields).toList());
    return Data.Fields.of(json);
  }

  private static Map<String, Object> fields(FaultLine line) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("fault", line.fault());
    fields.put("right", line.isRight());
    fields.put("expected", line.expected());
    fields.put("provoked", line.provoked());
    fields.put("recorded", line.recorded());
    fields.put("next_unaffected", line.unaffected());
    fields.put("not_tried_again", line.untried());
    fields.put("lost_seconds", line.lost().toMillis() / 1000.0);
    fields.put("message", line.message());
    fields.put("complaint", line.complaint());
    return fields;
  }

  private Table table() {
    var table =
        Table.builder()
            .text("")
            .text("fault")
            .text("expected")
            .quantity("injected")
            .quantity("recorded")
            .quantity("next unaffected")
            .quantity("not retried")
            .quantity("lost")
            .text("message", SHOWN);
    for (FaultLine line : lines) {
      table.row(
          line.isRight() ? "ok" : "WRONG",
          line.fault(),
          line.expected(),
          Integer.toString(line.provoked()),
          Integer.toString(line.recorded()),
          Integer.toString(line.unaffected()),
          Integer.toString(line.untried()),
          String.format(Locale.ROOT, "%.1f s", line.lost().toMillis() / 1000.0),
          Printable.line(line.message()));
    }
    return table.build();
  }

  private String complaints() {
    return lines.stream()
        .filter(line -> !line.isRight())
        .map(line -> line.fault() + ": " + Printable.line(line.complaint()) + "\n")
        .collect(Collectors.joining());
  }

  private String verdict() {
    long wrong = lines.stream().filter(line -> !line.isRight()).count();
    int provoked = lines.stream().mapToInt(FaultLine::provoked).sum();
    return wrong == 0
        ? "Passed: %d faults injected on %s, each with the expected outcome."
            .formatted(provoked, device)
        : "Failed: %d of %d lines on %s.".formatted(wrong, lines.size(), device);
  }
}
