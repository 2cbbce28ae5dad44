package dev.evokernel.config.options;

import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.stats.objective.AcceptanceRule;

/**
 * The sections {@code accept} and {@code finals} of a job.
 *
 * @param baselines whether the kernel's baselines are timed beside the finalists
 * @param rounds how many samples a finalist gives at most on each shape
 * @param processes in how many fresh device processes the finals are held at most
 */
public record JobFinals(
    AcceptanceRule acceptance, BaselineUse baselines, int rounds, int processes) {

  public static final JobFinals DEFAULT =
      new JobFinals(
          AcceptanceRule.DEFAULT,
          BaselineUse.AUTO,
          FinalsSettings.ROUNDS,
          FinalsSettings.PROCESSES);
}
