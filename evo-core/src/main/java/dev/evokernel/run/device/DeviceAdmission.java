package dev.evokernel.run.device;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.health.SteadyMeasurement;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.run.evaluation.MeasuringDevice;
import dev.evokernel.run.record.CandidateRegistry;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.CompileStep;
import java.util.Optional;

/**
 * What a device must pass before it takes part in a run: it verifies and times the default, which
 * must be right and take about as long as on the others.
 *
 * @param ofDefault its configuration
 */
public record DeviceAdmission(
    Configuration ofDefault,
    CompileStep compilers,
    CandidateRegistry registry,
    EvaluationQueue queue,
    DeviceGroup group) {

  /**
   * Measures the default and compares its time with that on the reference device, which measures
   * the default as the run's first candidate. The reference device needs no admission, and neither
   * does the device that takes its place.
   *
   * @return why the device must not take part; empty if it may
   */
  Optional<String> admit(MeasuringDevice device) throws InterruptedException {
    if (group.isReference(device)) {
      return Optional.empty();
    }
    Measured own;
    switch (compilers.compile(ofDefault)) {
      case Compilation.Failed(String log, boolean _) -> {
        return Optional.of("the default does not compile: " + log.lines().findFirst().orElse(""));
      }
      case Compilation.Compiled(var binary) -> {
        device.step().prepare();
        switch (SteadyMeasurement.of(
                () -> device.step().evaluate(EvaluationRequest.of(ofDefault, binary)))
            .outcome()) {
          case Rejected why -> {
            return Optional.of(
                "the default is rejected there (%s: %s)"
                    .formatted(why.reason().label(), why.message()));
          }
          case Measured measured -> own = measured;
        }
      }
    }
    if (!queue.awaitOpening(() -> group.isReference(device)) || group.isReference(device)) {
      return Optional.empty(); // The search is over, or the default is to be measured here.
    }
    Optional<Measured> reference = registry.candidate(ofDefault).flatMap(Candidate::measured);
    if (reference.isEmpty()) {
      return Optional.empty(); // It was rejected, which ends the run.
    }
    device.joined(own, reference.get());
    group.measured(device);
    return group.tooSlow(device);
  }

  /**
   * A device leaves. If it was to measure the run's first candidate, another one does instead.
   *
   * @param why as the end of a sentence
   * @return whether another one takes part
   */
  boolean leave(MeasuringDevice device, String why) throws InterruptedException {
    boolean goesOn = group.leave(device, why);
    queue.callAgain();
    return goesOn;
  }
}
