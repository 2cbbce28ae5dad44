package dev.evokernel.spec;

import dev.evokernel.measure.SamplingSettings;

/**
 * Verification, timing, time limits and drift detection of evaluations.
 *
 * @param sampling measures energy if the objective needs it
 */
public record EvaluationSpec(
    VerificationSettings verification,
    SamplingSettings sampling,
    DriftSettings drift,
    Timeouts timeouts) {

  public static final EvaluationSpec DEFAULT =
      new EvaluationSpec(
          VerificationSettings.DEFAULT,
          SamplingSettings.DEFAULT,
          DriftSettings.DEFAULT,
          Timeouts.DEFAULT);

  EvaluationSpec withEnergy() {
    return new EvaluationSpec(verification, sampling.withEnergy(true), drift, timeouts);
  }
}
