package dev.evokernel.worker.protocol;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.serve.BaselineMeasurements;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a worker sends to its coordinator. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
public sealed interface Reply {

  /** Sent first by every process. */
  record Hello(int protocol, long pid) implements Reply {}

  /**
   * Sent before each stage, so that the stage in which a process dies is known.
   *
   * @param shape empty outside any shape
   * @param position the position of the finalist that is about to run; 0 outside finals; of a
   *     baseline it is below 0, see {@link BaselineMeasurements#number}
   */
  record Progress(String stage, String shape, int position) implements Reply {}

  /** Time that does not count against the deadline: a backoff, or a baseline's answer. */
  record Resting(Duration time) implements Reply {}

  record CompilerOpen(String version) implements Reply {}

  record Compiled(Compilation compilation) implements Reply {}

  /**
   * @param compilation empty when there is nothing to compile
   * @param limit how long the reference may take for one shape and input set; zero for a compiled
   *     one
   */
  record ReferenceCompiled(Optional<Compilation> compilation, Duration limit) implements Reply {}

  /**
   * @param weaknesses on which shapes the correctness gate is weak, and why
   */
  record DeviceOpen(
      DeviceIdentity identity, DeviceLimits limits, Peaks peaks, List<String> weaknesses)
      implements Reply {}

  /**
   * @param evaluated without the time that is lost to starting processes
   * @param tainted whether the process must be replaced before another candidate
   * @param weaknesses of the correctness gate that the candidate's outputs have shown; mostly none
   */
  record EvaluationEnded(Evaluated evaluated, boolean tainted, List<String> weaknesses)
      implements Reply {}

  /**
   * @param refusal empty when the candidate passed
   * @param tainted whether the process must be replaced before another candidate
   */
  record Examined(Optional<Outcome.Rejected> refusal, boolean tainted) implements Reply {}

  /** Sent between rounds of finals. */
  record FinalsUnderWay(FinalsProgress progress) implements Reply {}

  record FinalsEnded(FinalsAttempt attempt) implements Reply {}

  /**
   * @param readings one for each shape
   */
  record BaselineMeasured(List<BaselineReading> readings) implements Reply {}

  /**
   * @param tainted whether the process must be replaced before another miniature
   */
  record MiniatureTried(MiniatureOutcome outcome, boolean tainted) implements Reply {}

  /** The machine is at fault, not a candidate. */
  record EnvironmentBroken(String message) implements Reply {}
}
