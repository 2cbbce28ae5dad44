package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.fleet.wire.ContentStore;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.FleetResult;
import dev.evokernel.fleet.wire.SharedProblem;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.FinalsResult;
import dev.evokernel.worker.protocol.TimedShapes;

/** Check of whether a worker's answer fits the job, so that no answer can end the run. */
record FleetAnswers(SharedProblem problem) {

  boolean fits(FleetJob job, FleetResult result) {
    return switch (result) {
      case FleetResult.HostBroken _ -> true;
      case FleetResult.CompiledThere(Compilation compilation) ->
          job instanceof FleetJob.CompileThere && isPossible(compilation);
      case FleetResult.ReadyThere(int processes) ->
          (job instanceof FleetJob.MakeReady || job instanceof FleetJob.RenewProcess)
              && processes >= 0;
      case FleetResult.EvaluatedThere(var evaluated) ->
          job instanceof FleetJob.EvaluateThere(EvaluationRequest request)
              && isOn(request.shapes(), evaluated.outcome());
      case FleetResult.ExaminedThere _ ->
          job instanceof FleetJob.ExamineThere || job instanceof FleetJob.SanitizeThere;
      case FleetResult.FinalsEnded(FinalsAttempt attempt) ->
          job instanceof FleetJob.HoldFinals(FinalsRequest request) && fits(request, attempt);
    };
  }

  private static boolean isPossible(Compilation compilation) {
    if (compilation instanceof Compilation.Compiled(Binary binary)) {
      ContentStore.requireDigest(binary.digest());
      binary.parts().forEach(part -> ContentStore.requireDigest(part.digest()));
      return binary.compileNanos() >= 0;
    }
    return true;
  }

  private boolean fits(FinalsRequest request, FinalsAttempt attempt) {
    return switch (attempt) {
      case FinalsAttempt.Measured(FinalsResult result) ->
          result.outcomes().size() == request.finalists().size()
              && result.outcomes().stream().allMatch(outcome -> isOn(TimedShapes.ALL, outcome))
              && areOf(request.baselines(), result.baselines());
      case FinalsAttempt.FinalistFailed failed ->
          Objects.checkIndex(failed.position(), request.finalists().size()) >= 0;
      case FinalsAttempt.BaselineFailed failed ->
          request.baselines().contains(failed.name())
              && areOf(request.baselines(), failed.refused());
    };
  }

  private boolean areOf(List<String> baselines, List<BaselineReading> readings) {
    return readings.stream()
        .allMatch(
            reading ->
                baselines.contains(reading.baseline())
                    && shapes(TimedShapes.ALL).contains(reading.shape()));
  }

  private boolean isOn(TimedShapes shapes, Outcome outcome) {
    return switch (outcome) {
      case Rejected _ -> true;
      case Measured measured ->
          measured.measurements().stream().map(Measurement::shape).toList().equals(shapes(shapes));
    };
  }

  private List<String> shapes(TimedShapes shapes) {
    return problem.shapes().stream().map(Shape::name).filter(shapes::holds).toList();
  }

  boolean isPossible(FinalsProgress progress) {
    return progress.position() >= 1
        && progress.position() <= progress.shapes()
        && progress.shapes() == problem.shapes().size()
        && progress.round() >= 0
        && progress.about() >= 0
        && shapes(TimedShapes.ALL).contains(progress.shape());
  }
}
