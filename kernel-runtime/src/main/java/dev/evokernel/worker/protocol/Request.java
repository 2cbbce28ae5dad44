package dev.evokernel.worker.protocol;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.backend.binary.Binary;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Special;
import java.util.List;

/**
 * A request from a coordinator to a worker. The first request opens a job. Requests are answered
 * one at a time.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "request")
public sealed interface Request {

  /** Answered by {@link Reply.CompilerOpen}. */
  record OpenCompiler(CompileJob job) implements Request {}

  /** Answered by {@link Reply.ReferenceCompiled}. */
  record CompileReference() implements Request {}

  /**
   * Answered by {@link Reply.Compiled}.
   *
   * @param macros additional macros, each defined as 1
   */
  record Compile(Configuration configuration, List<String> macros) implements Request {}

  /** Opens the device of a job that follows. Answered by {@link Reply.DevicePrepared}. */
  record PrepareDevice(JobTarget target) implements Request {}

  /** Answered by {@link Reply.DeviceOpen}. */
  record OpenDevice(DeviceJob job) implements Request {}

  /** Answered by {@link Reply.EvaluationEnded}. */
  record Evaluate(EvaluationRequest evaluation) implements Request {}

  /**
   * Answered by {@link Reply.Examined}.
   *
   * @param special special inputs besides those of the kernel, on the smallest shape
   */
  record Examine(Configuration configuration, Binary binary, List<Special> special)
      implements Request {}

  /**
   * Tries the default with special inputs of which {@code kernel.yaml} says nothing. Answered by
   * {@link Reply.SpecialTried}.
   */
  record TrySpecial(Configuration theDefault, Binary binary) implements Request {}

  /** Answered by {@link Reply.FinalsEnded}. */
  record MeasureFinals(FinalsRequest finals) implements Request {}

  /** Times a baseline of the kernel on every shape. Answered by {@link Reply.BaselineMeasured}. */
  record MeasureBaseline(String name) implements Request {}

  /** Answered by {@link Reply.Compiled}. */
  record CompileMiniature(Configuration configuration) implements Request {}

  /** Answered by {@link Reply.DeviceOpen}. */
  record OpenMiniatures(MiniatureJob job) implements Request {}

  /** Answered by {@link Reply.MiniatureTried}. */
  record TryMiniature(Configuration configuration, Binary binary, int repetitions)
      implements Request {}

  /** The end of the process, without a reply. */
  record Shutdown() implements Request {}
}
