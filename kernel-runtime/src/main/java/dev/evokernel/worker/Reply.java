package dev.evokernel.worker;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.backend.Compilation;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.Peaks;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Spent;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a worker says to its coordinator. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
sealed interface Reply {

  /** The first words of every process. */
  record Hello(int protocol, long pid) implements Reply {}

  /**
   * Said before each stage, so that a process that dies has told where.
   *
   * @param shape empty outside any shape
   * @param entrant the position of the finalist that is about to run; 0 outside finals; of a
   *     baseline below 0, see {@link BaselineMeasurements#number}
   */
  record Progress(String stage, String shape, int entrant) implements Reply {}

  /** Time that is not the candidate's: the device recovers, or a baseline is asked. */
  record Resting(Duration time) implements Reply {}

  record CompilerOpen(String version) implements Reply {}

  record Compiled(Compilation compilation) implements Reply {}

  /**
   * @param compilation empty when there is nothing to compile
   * @param limit how long the reference may take for one shape and seed; zero when it does not say
   */
  record ReferenceCompiled(Optional<Compilation> compilation, Duration limit) implements Reply {}

  /**
   * @param weaknesses why the gate says little on a shape, where it does; for people
   */
  record DeviceOpen(
      DeviceIdentity identity, DeviceLimits limits, Peaks peaks, List<String> weaknesses)
      implements Reply {}

  /**
   * @param spent loading, checking and timing
   * @param tainted whether the process can no longer be trusted with another candidate
   */
  record Evaluated(Outcome outcome, Spent spent, boolean tainted) implements Reply {}

  /**
   * @param refusal empty when the candidate may lead
   * @param tainted whether the process can no longer be trusted with another candidate
   */
  record Examined(Optional<Outcome.Rejected> refusal, boolean tainted) implements Reply {}

  record FinalsHeld(FinalsResult result) implements Reply {}

  /**
   * @param readings one for each shape
   */
  record BaselineMeasured(List<BaselineReading> readings) implements Reply {}

  /** One finalist failed so that the finals have to be held again without it. */
  record FinalistLost(int entrant, Outcome.Rejected rejection) implements Reply {}

  /**
   * @param tainted whether the process can no longer be trusted with another miniature
   */
  record MiniatureTried(MiniatureOutcome outcome, boolean tainted) implements Reply {}

  /** The machine is at fault, not a candidate. */
  record EnvironmentBroken(String message) implements Reply {}
}
