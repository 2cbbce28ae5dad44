package dev.evokernel.spec;

import dev.evokernel.measure.SamplingSettings;

/**
 * How one configuration is verified and timed, how long that may take, and how device drift is
 * detected.
 *
 * @param sampling energy is measured whenever the objective asks for it
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
