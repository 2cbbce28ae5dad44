package dev.evokernel.run.evaluation;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.ShapeFuzz;
import dev.evokernel.stats.objective.Metric;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Evaluation;

/**
 * The requirement that the default can be measured. Every objective is relative to the default, so
 * a run ends without it.
 */
public final class DefaultRequirement {

  private DefaultRequirement() {}

  /**
   * Checks the default's evaluation.
   *
   * @throws EnvironmentException if the default was rejected, or the device did not report a metric
   *     of the objective
   */
  public static void check(RunSpec spec, Evaluation ofDefault) {
    switch (ofDefault.outcome()) {
      case Rejected rejected -> throw rejected(spec, rejected);
      case Measured measured ->
          spec.objective()
              .missingFrom(measured)
              .ifPresent(
                  metric -> {
                    throw unreported(spec, metric);
                  });
    }
  }

  private static EnvironmentException unreported(RunSpec spec, Metric metric) {
    return new EnvironmentException(
        "The objective asks for %s, and %s (%s) did not report it when the default was measured. Leave it out of 'objective' in evo.yaml, or choose another device."
            .formatted(metric.label(), spec.device().id(), spec.device().model()));
  }

  /** Makes the exception for a rejected default. */
  public static EnvironmentException rejected(RunSpec spec, Rejected rejected) {
    return new EnvironmentException(
        "The default of kernel '%s' was rejected (%s), and speed-ups are relative to it: %s%nCorrect the kernel, or choose another default in %s.%s"
            .formatted(
                spec.kernel().name(),
                Candidate.reasonOf(rejected),
                rejected.message(),
                spec.origin().folder().resolve("kernel.yaml"),
                rejected.reason() == Rejection.TIMEOUT
                    ? " " + rejected.reason().advice(rejected.message())
                    : rejected.shape().startsWith(ShapeFuzz.PREFIX)
                        ? " If the kernel does not support such shapes, say so with a constraint, or"
                            + " ask for none: gate: {fuzz: 0}."
                        : ""));
  }
}
