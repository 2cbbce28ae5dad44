package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.backend.binary.Binary;
import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.fleet.wire.ContentStore;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.worker.protocol.FinalsAttempt;
import dev.evokernel.worker.protocol.FinalsProgress;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.FinalsResult;
import dev.evokernel.worker.protocol.TimedShapes;

/**
 * Check of whether a host's answer fits the request, so that no answer can end the run. Each method
 * throws {@link IllegalArgumentException} if not.
 */
record FleetAnswers(List<Shape> shapes) {

  static void require(Compilation compilation) {
    if (compilation instanceof Compilation.Compiled(Binary binary)) {
      ContentStore.requireDigest(binary.digest());
      binary.parts().forEach(part -> ContentStore.requireDigest(part.digest()));
      require(binary.compileNanos() >= 0, "a compile time below 0");
    }
  }

  void require(Outcome outcome, TimedShapes on) {
    if (outcome instanceof Measured measured) {
      require(
          measured.measurements().stream().map(Measurement::shape).toList().equals(names(on)),
          "measurements on other shapes");
    }
  }

  void require(FinalsRequest request, FinalsAttempt attempt) {
    switch (attempt) {
      case FinalsAttempt.Measured(FinalsResult result) -> {
        require(result.outcomes().size() == request.finalists().size(), "other finalists");
        result.outcomes().forEach(outcome -> require(outcome, TimedShapes.ALL));
        require(request.baselines(), result.baselines());
      }
      case FinalsAttempt.FinalistFailed failed -> {
        int _ = Objects.checkIndex(failed.position(), request.finalists().size());
      }
      case FinalsAttempt.BaselineFailed failed -> {
        require(request.baselines().contains(failed.name()), "another baseline");
        require(request.baselines(), failed.refused());
      }
    }
  }

  private void require(List<String> baselines, List<BaselineReading> readings) {
    for (BaselineReading reading : readings) {
      require(baselines.contains(reading.baseline()), "a reading of another baseline");
      require(names(TimedShapes.ALL).contains(reading.shape()), "a reading on another shape");
    }
  }

  boolean isPossible(FinalsProgress progress) {
    return progress.position() >= 1
        && progress.position() <= progress.shapes()
        && progress.shapes() == shapes.size()
        && progress.round() >= 0
        && progress.about() >= 0
        && names(TimedShapes.ALL).contains(progress.shape());
  }

  private List<String> names(TimedShapes on) {
    return shapes.stream().map(Shape::name).filter(on::holds).toList();
  }

  private static void require(boolean fits, String otherwise) {
    if (!fits) {
      throw new IllegalArgumentException(otherwise);
    }
  }
}
