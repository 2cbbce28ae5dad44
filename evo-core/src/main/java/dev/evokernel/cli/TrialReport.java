package dev.evokernel.cli;

import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.tuning.KernelTrial.Finding;
import dev.evokernel.tuning.KernelTrial.Mark;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What {@code evo check} found. */
record TrialReport(List<Finding> findings) implements Report {

  TrialReport {
    findings = List.copyOf(findings);
  }

  boolean isRight() {
    return count(Mark.WRONG) == 0;
  }

  private long count(Mark mark) {
    return findings.stream().filter(one -> one.mark() == mark).count();
  }

  private String verdict() {
    String left = "%d left to fill in, %d weak".formatted(count(Mark.TODO), count(Mark.WEAK));
    if (!isRight()) {
      return "Wrong in %d: mend what is marked so. %s.".formatted(count(Mark.WRONG), left);
    }
    return count(Mark.MISSING) > 0
        ? "Nothing is wrong as far as this machine can tell; %s.".formatted(left)
        : "Nothing is wrong; %s.".formatted(left);
  }

  /** A line for each finding, and a second one for what to do. */
  @Override
  public String text() {
    var text = new StringBuilder();
    for (Finding one : findings) {
      text.append(
          "%-8s %-28s %s%n"
              .formatted(
                  one.mark().label(),
                  one.name(),
                  one.found().replace("\n", "\n" + " ".repeat(38))));
      if (!one.remedy().isEmpty()) {
        text.append("%-8s %-28s → %s%n".formatted("", "", one.remedy()));
      }
    }
    return text.append(verdict()).append('\n').toString();
  }

  @Override
  public Document document() {
    Table.Builder table = Table.builder().text("").text("what").text("found").text("to do");
    findings.forEach(one -> table.row(one.mark().label(), one.name(), one.found(), one.remedy()));
    var json = new LinkedHashMap<String, Object>();
    json.put("right", isRight());
    json.put("findings", findings.stream().map(TrialReport::json).toList());
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
