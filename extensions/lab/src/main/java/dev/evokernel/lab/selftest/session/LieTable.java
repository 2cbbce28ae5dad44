package dev.evokernel.lab.selftest.session;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.lab.selftest.LieLine;
import dev.evokernel.lab.selftest.LieStage;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.report.text.Units;

/** Stage that each cheating kernel reached, as a table. */
public record LieTable(String device, List<LieLine> lines) implements Report {

  private static final int SHOWN = 70;

  public LieTable {
    lines = List.copyOf(lines);
  }

  /** Whether every kernel was stopped at its expected stage. */
  public boolean isRight() {
    return lines.stream().allMatch(LieTable::isRight);
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
    json.put("lies", lines.stream().map(LieTable::fields).toList());
    return Data.Fields.of(json);
  }

  private static Map<String, Object> fields(LieLine line) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("lie", line.lie());
    fields.put("right", isRight(line));
    fields.put("stage", line.stage().label());
    fields.put("reason", line.reason());
    line.speedUp().ifPresent(speedUp -> fields.put("speedup", speedUp));
    fields.put("evaluation_seconds", line.cost().toMillis() / 1000.0);
    fields.put("message", line.message());
    return fields;
  }

  private Table table() {
    var table =
        Table.builder()
            .text("")
            .text("kernel")
            .text("what it does")
            .text("stopped")
            .text("reason")
            .quantity("reported")
            .quantity("cost")
            .text("message", SHOWN);
    for (LieLine line : lines) {
      table.row(
          isRight(line) ? "ok" : "WRONG",
          line.lie(),
          line.deed(),
          stage(line.stage()),
          line.reason(),
          Units.formatted("%.1f×", line.speedUp()),
          String.format(Locale.ROOT, "%.2f s", line.cost().toMillis() / 1000.0),
          Printable.line(line.message()));
    }
    return table.build();
  }

  private static boolean isRight(LieLine line) {
    return line.expected() && !line.isFooled();
  }

  private static String stage(LieStage stage) {
    return switch (stage) {
      case EVALUATION, FINALS -> stage.label();
      case BEST -> "becoming best";
      case NOWHERE -> "no gain";
      case LED -> "LED";
      case BROKE_DOWN -> "failed";
    };
  }

  private String complaints() {
    return lines.stream()
        .filter(line -> !isRight(line))
        .map(
            line ->
                "%s: %s %s: %s\n"
                    .formatted(
                        line.lie(),
                        stage(line.stage()),
                        line.reason(),
                        Printable.line(line.message())))
        .collect(Collectors.joining());
  }

  private String verdict() {
    long fooled = lines.stream().filter(LieLine::isFooled).count();
    long wrong = lines.stream().filter(line -> !isRight(line)).count();
    return wrong == 0
        ? "Passed: %d kernels on %s; no cheating kernel leads.".formatted(lines.size(), device)
        : "Failed: %d of %d lines on %s; in %d a cheating kernel leads or the honest one does not."
            .formatted(wrong, lines.size(), device, fooled);
  }
}
