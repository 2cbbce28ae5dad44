package dev.evokernel.cli.study;

import module java.base;

import dev.evokernel.backend.Requirement;
import dev.evokernel.report.document.Block;
import dev.evokernel.report.document.Data;
import dev.evokernel.report.document.Document;
import dev.evokernel.report.document.Table;
import dev.evokernel.report.render.Report;
import dev.evokernel.tuning.study.MachineCheck;

/** Report of {@code evo doctor}. */
record MachineCheckReport(MachineCheck.Result result) implements Report {

  boolean isReady() {
    return !result.runnable().isEmpty();
  }

  String verdict() {
    return isReady()
        ? "Ready: evo can run on " + String.join(" and ", result.runnable()) + "."
        : "Not ready. Fix the lines marked 'missing'.";
  }

  /** Each finding on one line, its fix on a second. */
  @Override
  public String text() {
    var text = new StringBuilder();
    for (MachineCheck.Section section : result.sections()) {
      text.append(section.subject()).append('\n');
      for (Requirement found : section.requirements()) {
        text.append("  %-8s %-24s %s%n".formatted(mark(found), found.name(), found.found()));
        if (!remedy(found).isEmpty()) {
          text.append("  %-8s %-24s → %s%n".formatted("", "", found.remedy()));
        }
      }
    }
    return text.append(verdict()).append('\n').toString();
  }

  @Override
  public Document document() {
    var blocks = new ArrayList<Block>();
    blocks.add(Block.Paragraph.of(verdict()));
    for (MachineCheck.Section section : result.sections()) {
      blocks.add(
          under(
              section.subject(),
              section.requirements().stream().map(MachineCheckReport::row).toList()));
    }
    return new Document(blocks, data());
  }

  private static Block under(String heading, List<String[]> rows) {
    Table.Builder table = Table.builder().text("").text("check").text("found").text("fix");
    rows.forEach(table::row);
    return Block.Together.of(new Block.Heading(3, heading), table.build());
  }

  private static String[] row(Requirement requirement) {
    return new String[] {
      mark(requirement), requirement.name(), requirement.found(), remedy(requirement)
    };
  }

  static String mark(Requirement requirement) {
    return requirement.present() ? "ok" : requirement.needed() ? "missing" : "absent";
  }

  private static String remedy(Requirement requirement) {
    return requirement.present() ? "" : requirement.remedy();
  }

  private Data data() {
    var json = new LinkedHashMap<String, Object>();
    json.put("ready", isReady());
    json.put("backends", result.runnable());
    json.put("sections", result.sections().stream().map(MachineCheckReport::json).toList());
    return Data.Fields.of(json);
  }

  private static Map<String, Object> json(MachineCheck.Section section) {
    var json = new LinkedHashMap<String, Object>();
    json.put("subject", section.subject());
    json.put("checks", section.requirements().stream().map(MachineCheckReport::json).toList());
    return json;
  }

  private static Map<String, Object> json(Requirement requirement) {
    var json = new LinkedHashMap<String, Object>();
    json.put("mark", mark(requirement));
    json.put("name", requirement.name());
    json.put("found", requirement.found());
    json.put("remedy", remedy(requirement));
    return json;
  }
}
