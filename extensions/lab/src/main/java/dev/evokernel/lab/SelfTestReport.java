package dev.evokernel.lab;

import module java.base;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.evokernel.lab.Lie.LieLine;
import dev.evokernel.report.Block;
import dev.evokernel.report.Document;
import dev.evokernel.report.Plain;
import dev.evokernel.report.Report;
import dev.evokernel.report.Table;
import dev.evokernel.text.Units;

/**
 * Tables of a self-test.
 *
 * @param faults outcomes of the injected faults; empty if not requested
 * @param lies stages that the cheating kernels reached; empty if not requested
 */
@JsonPropertyOrder({"device", "right"})
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record SelfTestReport(String device, Optional<List<FaultLine>> faults, Optional<List<LieLine>> lies)
    implements Report {

  private static final int SHOWN_OF_FAULT = 90;
  private static final int SHOWN_OF_LIE = 70;

  public boolean isRight() {
    return faults.orElse(List.of()).stream().allMatch(FaultLine::isRight)
        && lies.orElse(List.of()).stream().allMatch(LieLine::isRight);
  }

  @Override
  public Document document() {
    List<Block> tables =
        Stream.concat(faults.stream().map(this::faults), lies.stream().map(this::lies)).toList();
    return new Document(tables, Plain.fields(this));
  }

  private Block faults(List<FaultLine> lines) {
    var table =
        Table.builder()
            .text("", "fault", "expected")
            .quantity("injected", "recorded", "next unaffected", "not retried", "lost")
            .text("message", SHOWN_OF_FAULT);
    var complaints = new ArrayList<String>();
    for (FaultLine line : lines) {
      table.row(
          label(line.isRight()),
          line.fault(),
          line.expected(),
          Integer.toString(line.provoked()),
          Integer.toString(line.recorded()),
          Integer.toString(line.unaffected()),
          Integer.toString(line.untried()),
          String.format(Locale.ROOT, "%.1f s", line.lost().toMillis() / 1000.0),
          line.message());
      if (!line.isRight()) {
        complaints.add("%s: %s".formatted(line.fault(), line.complaint()).strip());
      }
    }
    long wrong = lines.stream().filter(line -> !line.isRight()).count();
    return together(
        table,
        complaints,
        wrong == 0
            ? "Passed: %d faults injected on %s, each with the expected outcome."
                .formatted(lines.stream().mapToInt(FaultLine::provoked).sum(), device)
            : "Failed: %d of %d lines on %s.".formatted(wrong, lines.size(), device));
  }

  private Block lies(List<LieLine> lines) {
    var table =
        Table.builder()
            .text("", "kernel", "what it does", "stopped", "reason")
            .quantity("reported", "cost")
            .text("message", SHOWN_OF_LIE);
    var complaints = new ArrayList<String>();
    for (LieLine line : lines) {
      String stage = line.stage().outcome();
      table.row(
          label(line.isRight()),
          line.lie(),
          line.deed(),
          stage,
          line.reason(),
          Units.formatted("%.1f×", line.speedUp()),
          String.format(Locale.ROOT, "%.2f s", line.cost().toMillis() / 1000.0),
          line.message());
      if (!line.isRight()) {
        complaints.add("%s: %s %s: %s".formatted(line.lie(), stage, line.reason(), line.message()));
      }
    }
    long wrong = lines.stream().filter(line -> !line.isRight()).count();
    return together(
        table,
        complaints,
        wrong == 0
            ? "Passed: %d kernels on %s; no cheating kernel leads.".formatted(lines.size(), device)
            : "Failed: %d of %d lines on %s; in %d a cheating kernel leads or the honest one does not."
                .formatted(
                    wrong, lines.size(), device, lines.stream().filter(LieLine::isFooled).count()));
  }

  private static String label(boolean right) {
    return right ? "ok" : "WRONG";
  }

  private static Block together(Table.Builder table, List<String> complaints, String verdict) {
    complaints.add(verdict);
    return Block.Together.of(table.build(), new Block.Paragraph(complaints, Block.Style.PLAIN, 0));
  }
}
