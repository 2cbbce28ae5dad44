package dev.evokernel.config;

import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.stats.objective.AcceptanceRule;

/**
 * Sections {@code accept} and {@code finals} of a job.
 *
 * @param baselines whether to time the kernel's baselines beside the finalists
 * @param rounds most samples of each finalist on each shape
 * @param processes most device processes of the finals
 */
public record JobFinals(
    AcceptanceRule acceptance, BaselineUse baselines, int rounds, int processes) {

  /** Choice to time the kernel's baselines beside the finalists. */
  public enum BaselineUse {
    /** Times all baselines that can run on this machine. */
    AUTO,
    NEVER
  }

  public static final JobFinals DEFAULT =
      new JobFinals(
          AcceptanceRule.DEFAULT,
          BaselineUse.AUTO,
          FinalsSettings.ROUNDS,
          FinalsSettings.PROCESSES);
}
