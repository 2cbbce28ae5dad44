package dev.evokernel.worker.protocol;

import module java.base;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.Peaks;
import dev.evokernel.kernel.Special;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.worker.serve.Baselines;

/** A message from a worker to its coordinator. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
public sealed interface Reply {

  /** The first message of every process. */
  record Hello(int protocol, long pid) implements Reply {}

  /**
   * The announcement of a stage, which tells the stage in which a process dies.
   *
   * @param shape empty outside any shape
   * @param position the position of the finalist that is about to run; 0 outside finals; negative
   *     for a baseline, see {@link Baselines#number}
   */
  record Progress(String stage, String shape, int position) implements Reply {}

  /**
   * The announcement of a step before a candidate runs, for the user if the step takes long.
   *
   * @param step for example {@code computing the reference of shape small (input set 2 of 3)}
   * @param shape empty outside any shape
   */
  record Preparing(String step, String shape) implements Reply {}

  /** Time that does not count against the deadline: a backoff, or a baseline's answer. */
  record Resting(Duration time) implements Reply {}

  record CompilerOpen(String version) implements Reply {}

  record Compiled(Compilation compilation) implements Reply {}

  /**
   * @param limit of the reference for one shape and input set; zero for a compiled reference
   */
  record ReferenceCompiled(Optional<Compilation> compilation, Duration limit) implements Reply {}

  record DevicePrepared() implements Reply {}

  record DeviceOpen(
      DeviceIdentity identity, DeviceLimits limits, Peaks peaks, List<String> weaknesses)
      implements Reply {}

  /**
   * @param evaluated without the time lost to starting processes
   * @param tainted whether the process must be replaced before another candidate
   * @param weaknesses of the correctness gate that the candidate's outputs have shown; usually
   *     empty
   */
  record EvaluationEnded(Evaluated evaluated, boolean tainted, List<String> weaknesses)
      implements Reply {}

  /**
   * @param tainted whether the process must be replaced before another candidate
   * @param weaknesses of the correctness gate: what could not be verified
   */
  record Examined(Optional<Outcome.Rejected> refusal, boolean tainted, List<String> weaknesses)
      implements Reply {}

  /**
   * @param agreed kinds on which the default is right
   * @param differing a sentence for each other kind
   */
  record SpecialTried(List<Special> agreed, List<String> differing) implements Reply {}

  record FinalsEnded(FinalsAttempt attempt) implements Reply {}

  /**
   * @param readings one for each shape
   */
  record BaselineMeasured(List<BaselineReading> readings) implements Reply {}

  /**
   * @param tainted whether the process must be replaced before another miniature
   */
  record MiniatureTried(MiniatureOutcome outcome, boolean tainted) implements Reply {}

  /** A fault of the machine, not of a candidate. */
  record EnvironmentBroken(String message) implements Reply {}

  /**
   * Progress of finals.
   *
   * @param position of the shape, from 1
   * @param round the last completed round, from 1
   * @param about the estimated number of rounds on the shape
   */
  record FinalsProgress(String shape, int position, int shapes, int round, int about)
      implements Reply {}
}
