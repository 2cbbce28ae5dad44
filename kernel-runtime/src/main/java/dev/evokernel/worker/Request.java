package dev.evokernel.worker;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.evokernel.backend.Binary;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.SamplingSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a coordinator asks of a worker. The first request opens a job; one is answered at a time.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "request")
sealed interface Request {

  /** Answered by {@link Reply.CompilerOpen}. */
  record OpenCompiler(CompileJob job) implements Request {}

  /** Answered by {@link Reply.ReferenceCompiled}. */
  record CompileReference() implements Request {}

  /**
   * Answered by {@link Reply.Compiled}.
   *
   * @param macros that are defined as 1 besides
   */
  record Compile(Configuration configuration, List<String> macros) implements Request {}

  /** Answered by {@link Reply.DeviceOpen}. */
  record OpenDevice(DeviceJob job) implements Request {}

  /**
   * Answered by {@link Reply.Evaluated}.
   *
   * @param sampling instead of the job's; empty for the job's
   */
  record Evaluate(
      Configuration configuration,
      Binary binary,
      Map<String, Double> best,
      Optional<SamplingSettings> sampling,
      TimedShapes shapes)
      implements Request {

    /** On all shapes. */
    Evaluate(
        Configuration configuration,
        Binary binary,
        Map<String, Double> best,
        Optional<SamplingSettings> sampling) {
      this(configuration, binary, best, sampling, TimedShapes.ALL);
    }
  }

  /** Answered by {@link Reply.Examined}. */
  record Examine(Configuration configuration, Binary binary) implements Request {}

  /**
   * Answered by {@link Reply.FinalsMeasured} or {@link Reply.FinalistLost}.
   *
   * @param baselines names of the kernel's baselines that are timed beside the finalists
   */
  record MeasureFinals(List<Finalist> finalists, List<String> baselines, FinalsSettings settings)
      implements Request {}

  /** One of the kernel's baselines on every shape; answered by {@link Reply.BaselineMeasured}. */
  record MeasureBaseline(String name) implements Request {}

  /** Answered by {@link Reply.Compiled}. */
  record CompileMiniature(Configuration configuration) implements Request {}

  /** Answered by {@link Reply.DeviceOpen}. */
  record OpenMiniatures(MiniatureJob job) implements Request {}

  /** Answered by {@link Reply.MiniatureTried}. */
  record TryMiniature(Configuration configuration, Binary binary, int repetitions)
      implements Request {}

  /** Not answered: the process ends. */
  record Shutdown() implements Request {}
}
