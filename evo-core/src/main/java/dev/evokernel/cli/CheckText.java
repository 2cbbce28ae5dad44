package dev.evokernel.cli;

import dev.evokernel.backend.Requirement;
import dev.evokernel.run.VerificationStrength;
import dev.evokernel.tuning.MachineCheck;
import java.io.PrintWriter;
import java.util.List;

/** What {@code evo doctor} prints: a heading for each section and a line for each finding. */
record CheckText(PrintWriter out) {

  void section(MachineCheck.Section section) {
    out.println(section.subject());
    section.requirements().forEach(this::requirement);
    section.devices().forEach(this::requirement);
  }

  private void requirement(Requirement requirement) {
    String mark = requirement.present() ? "ok" : requirement.needed() ? "missing" : "absent";
    out.printf("  %-8s %-24s %s%n", mark, requirement.name(), requirement.found());
    if (!requirement.present() && !requirement.remedy().isEmpty()) {
      out.printf("  %-8s %-24s → %s%n", "", "", requirement.remedy());
    }
  }

  void verification(VerificationStrength strength) {
    out.printf(
        "correctness gate of %s on %s%n", strength.kernel().name(), strength.kernel().backend());
    List<VerificationStrength.Weakness> weaknesses = strength.weaknesses();
    if (weaknesses.isEmpty()) {
      out.printf("  %-8s %-24s %s%n", "ok", "questions", strength.summary());
    }
    for (VerificationStrength.Weakness weakness : weaknesses) {
      out.printf(
          "  %-8s %-24s %s → %s%n", "weak", weakness.name(), weakness.found(), weakness.remedy());
    }
  }
}
