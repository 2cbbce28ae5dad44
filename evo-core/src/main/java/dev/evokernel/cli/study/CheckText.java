package dev.evokernel.cli.study;

import dev.evokernel.backend.Requirement;
import dev.evokernel.tuning.study.MachineCheck;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Report of {@code evo doctor} for a terminal: each finding on one line, its fix on a second. */
record CheckText(CheckReport report) {

  String text() {
    var text = new StringWriter();
    var out = new PrintWriter(text);
    report.result().sections().forEach(section -> section(section, out));
    out.println(report.verdict());
    return text.toString();
  }

  private static void section(MachineCheck.Section section, PrintWriter out) {
    out.println(section.subject());
    section.requirements().forEach(requirement -> requirement(requirement, out));
  }

  private static void requirement(Requirement requirement, PrintWriter out) {
    String mark = CheckReport.mark(requirement);
    out.printf("  %-8s %-24s %s%n", mark, requirement.name(), requirement.found());
    if (!requirement.present() && !requirement.remedy().isEmpty()) {
      out.printf("  %-8s %-24s → %s%n", "", "", requirement.remedy());
    }
  }
}
