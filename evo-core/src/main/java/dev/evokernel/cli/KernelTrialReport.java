package dev.evokernel.cli;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Report;
import dev.evokernel.tuning.study.KernelTrial.Finding;
import dev.evokernel.tuning.study.KernelTrial.Mark;
import java.util.LinkedHashMap;
import java.util.List;

/** Report of {@code evo check}. */
record KernelTrialReport(List<Finding> findings) implements Report {

  KernelTrialReport {
    findings = List.copyOf(findings);
  }

  boolean isRight() {
    return count(Mark.WRONG) == 0;
  }

  private long count(Mark mark) {
    return findings.stream().filter(finding -> finding.mark() == mark).count();
  }

  private String verdict() {
    String rest = counted(Mark.TODO, "TODO") + ", " + counted(Mark.WEAK, "warning");
    if (!isRight()) {
      return "%s, %s. Fix the lines marked 'error'.".formatted(counted(Mark.WRONG, "error"), rest);
    }
    return count(Mark.MISSING) > 0
        ? "No errors, %s, %d not checked on this machine.".formatted(rest, count(Mark.MISSING))
        : "No errors, %s.".formatted(rest);
  }

  private String counted(Mark mark, String noun) {
    long count = count(mark);
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  private List<FindingLine> lines() {
    return findings.stream().map(KernelTrialReport::line).toList();
  }

  private static FindingLine line(Finding finding) {
    String mark = finding.mark().label();
    String word =
        switch (finding.mark()) {
          case WRONG -> "error";
          case WEAK -> "warning";
          case OK, TODO, MISSING -> mark;
        };
    return new FindingLine(mark, word, finding.name(), finding.found(), finding.remedy());
  }

  @Override
  public String text() {
    var text = new StringBuilder();
    lines().forEach(line -> text.append(line.text("", 28)));
    return text.append(verdict()).append('\n').toString();
  }

  @Override
  public Document document() {
    var json = new LinkedHashMap<String, Object>();
    json.put("right", isRight());
    json.put("findings", FindingLine.json(lines()));
    return new Document(
        List.of(Block.Paragraph.of(verdict()), FindingLine.table(lines())), Data.Fields.of(json));
  }
}
