package dev.evokernel.run;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.health.SteadyMeasurement;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.store.Candidate;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.CompileStep;
import java.util.Optional;

/**
 * The admission of a device to a run. The device verifies and times the default: the result must be
 * right, and the time close to the time on other devices.
 */
public record DeviceAdmission(
    Configuration ofDefault,
    CompileStep compilers,
    CandidateRegistry registry,
    EvaluationQueue queue,
    DeviceGroup group) {

  /**
   * Measures the default and compares its time with the time on the reference device. The reference
   * device measures the default as the run's first candidate and needs no admission; its
   * replacement needs none either.
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
      return Optional.empty(); // The search has ended, or this device is to measure the default.
    }
    Optional<Measured> reference = registry.candidate(ofDefault).flatMap(Candidate::measured);
    if (reference.isEmpty()) {
      return Optional.empty(); // The default was rejected, which ends the run.
    }
    device.joined(own, reference.get());
    group.measured(device);
    return group.tooSlow(device);
  }

  /**
   * Removes a device. If the device was to measure the run's first candidate, another device does.
   *
   * @param why the end of a sentence
   * @return whether another device takes part
   */
  boolean leave(MeasuringDevice device, String why) throws InterruptedException {
    boolean goesOn = group.leave(device, why);
    queue.callAgain();
    return goesOn;
  }
}
