package dev.evokernel.config;

import dev.evokernel.stats.AcceptanceRule;

/**
 * The sections {@code accept} and {@code finals} of a job.
 *
 * @param baselines whether the kernel's baselines are timed beside the finalists
 */
public record JobFinals(AcceptanceRule acceptance, BaselineUse baselines) {

  public static final JobFinals DEFAULT = new JobFinals(AcceptanceRule.DEFAULT, BaselineUse.AUTO);
}
