package dev.evokernel.cli.study;

import module java.base;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.tuning.study.KernelTrial.Finding;
import dev.evokernel.tuning.study.KernelTrial.Mark;

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

  private static String word(Mark mark) {
    return switch (mark) {
      case WRONG -> "error";
      case WEAK -> "warning";
      case OK, TODO, MISSING -> mark.label();
    };
  }

  @Override
  public String text() {
    var text = new StringBuilder();
    for (Finding finding : findings) {
      text.append(
          "%-8s %-28s %s%n"
              .formatted(
                  word(finding.mark()),
                  finding.name(),
                  finding.found().replace("\n", "\n" + " ".repeat(38))));
      if (!finding.remedy().isEmpty()) {
        text.append("%-8s %-28s → %s%n".formatted("", "", finding.remedy()));
      }
    }
    return text.append(verdict()).append('\n').toString();
  }

  @Override
  public Document document() {
    Table.Builder table = Table.builder().text("").text("check").text("found").text("fix");
    for (Finding finding : findings) {
      table.row(word(finding.mark()), finding.name(), finding.found(), finding.remedy());
    }
    var json = new LinkedHashMap<String, Object>();
    json.put("right", isRight());
    json.put("findings", findings.stream().map(KernelTrialReport::json).toList());
    return new Document(
        List.of(Block.Paragraph.of(verdict()), table.build()), Data.Fields.of(json));
  }

  private static Map<String, Object> json(Finding finding) {
    var json = new LinkedHashMap<String, Object>();
    json.put("mark", finding.mark().label());
    json.put("name", finding.name());
    json.put("found", finding.found());
    json.put("remedy", finding.remedy());
    return json;
  }
}
