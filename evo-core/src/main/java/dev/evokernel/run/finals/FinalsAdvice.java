package dev.evokernel.run.finals;

import module java.base;

import dev.evokernel.run.evaluation.TimeLeft;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.stats.Verdict.Decision;
import dev.evokernel.stats.objective.AcceptanceRule;
import dev.evokernel.store.record.FinalsDecision;

/** Reasons that tell the user what would make a decision of the finals firmer. */
public record FinalsAdvice(RunSpec spec, TimeLeft left) {

  /**
   * Adds what no sanitizer checked, and what would decide undecided finals.
   *
   * @param unchecked a sentence for each candidate without a sanitizer's check
   */
  public FinalsDecision on(FinalsDecision decision, List<String> unchecked) {
    var reasons = new ArrayList<>(unchecked);
    if (decision.verdict().decision() == Decision.UNDECIDED
        && spec.platform() instanceof Hardware) {
      reasons.add(remedy(decision.processes(), spec.acceptance().processes()));
    }
    return decision.because(reasons);
  }

  private String remedy(int held, int all) {
    if (all < AcceptanceRule.PROCESSES) {
      return "A decision needs two processes. Set in evo.yaml: finals: {processes: 5}";
    }
    String why =
        held < all
            ? "Only %d of %d processes fit the wall time. Run with more".formatted(held, all)
            : "All %d processes were measured: the machine is too noisy for the difference. Run on an idle machine"
                .formatted(all);
    return why + ": " + resume(spec, left.wallForAllProcesses());
  }

  /** Command that resumes a run with a larger budget. */
  public static String resume(RunSpec spec, Duration wall) {
    String time = wall.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
    return spec.command("run --resume", " --wall " + time);
  }
}
