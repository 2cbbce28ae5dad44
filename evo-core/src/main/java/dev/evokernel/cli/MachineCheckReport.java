package dev.evokernel.cli;

import module java.base;

import dev.evokernel.backend.Requirement;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Report;
import dev.evokernel.tuning.study.MachineCheck;

/** Report of {@code evo doctor}. */
record MachineCheckReport(MachineCheck.Result result) implements Report {

  boolean isReady() {
    return !result.runnable().isEmpty();
  }

  private String verdict() {
    return isReady()
        ? "Ready: evo can run on " + String.join(" and ", result.runnable()) + "."
        : "Not ready. Fix the lines marked 'missing'.";
  }

  @Override
  public String text() {
    var text = new StringBuilder();
    for (MachineCheck.Section section : result.sections()) {
      List<Requirement> found = section.requirements();
      text.append(section.subject());
      if (found.size() == 1 && !found.getFirst().present()) {
        Requirement lacking = found.getFirst();
        text.append(
            ": no %s: %s. %s\n".formatted(lacking.name(), lacking.found(), lacking.remedy()));
      } else {
        text.append('\n');
        lines(section).forEach(line -> text.append(line.text("  ", 24)));
      }
    }
    return text.append(verdict()).append('\n').toString();
  }

  @Override
  public Document document() {
    var blocks = new ArrayList<Block>();
    blocks.add(Block.Paragraph.of(verdict()));
    for (MachineCheck.Section section : result.sections()) {
      var heading = new Block.Heading(3, section.subject());
      blocks.add(Block.Together.of(heading, FindingLine.table(lines(section))));
    }
    var json = new LinkedHashMap<String, Object>();
    json.put("ready", isReady());
    json.put("backends", result.runnable());
    json.put("sections", result.sections().stream().map(MachineCheckReport::json).toList());
    return new Document(blocks, Data.Fields.of(json));
  }

  private static Map<String, Object> json(MachineCheck.Section section) {
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", section.subject());
    json.put("checks", FindingLine.json(lines(section)));
    return json;
  }

  private static List<FindingLine> lines(MachineCheck.Section section) {
    return section.requirements().stream().map(MachineCheckReport::line).toList();
  }

  private static FindingLine line(Requirement requirement) {
    String mark = requirement.present() ? "ok" : requirement.needed() ? "missing" : "absent";
    return new FindingLine(
        mark,
        mark,
        requirement.name(),
        requirement.found(),
        requirement.present() ? "" : requirement.remedy());
  }
}
