package dev.evokernel.fleet;

import dev.evokernel.worker.Evaluated;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Evaluations that workers had finished when an earlier coordinator of the run was gone, for the
 * one that resumes it. Thread-safe.
 */
final class KeptEvaluations {

  private final Map<String, ToCoordinator.KeptEvaluation> byJob = new LinkedHashMap<>();

  /**
   * One that was kept.
   *
   * @param id of the job
   */
  record Found(String id, Evaluated evaluated) {}

  synchronized void add(ToCoordinator.KeptEvaluation kept) {
    byJob.put(kept.id(), kept);
  }

  /** Takes the one for a job of a run, if there is one. */
  synchronized Optional<Found> take(String run, FleetJob.EvaluateThere job) {
    Optional<ToCoordinator.KeptEvaluation> found =
        byJob.values().stream()
            .filter(kept -> kept.run().equals(run) && kept.job().isLike(job))
            .findFirst();
    found.ifPresent(kept -> byJob.remove(kept.id()));
    return found.map(kept -> new Found(kept.id(), kept.result().evaluated()));
  }
}
