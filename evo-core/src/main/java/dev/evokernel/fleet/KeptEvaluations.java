package dev.evokernel.fleet;

import dev.evokernel.worker.Evaluated;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Evaluations that workers had finished when nothing waited for them: an earlier coordinator of the
 * run was gone, or had given the worker up. The run takes one instead of evaluating it again.
 * Thread-safe.
 */
final class KeptEvaluations {

  private final Map<String, Kept> byJob = new LinkedHashMap<>();

  private record Kept(String queue, ToCoordinator.KeptEvaluation evaluation) {}

  /**
   * One that was kept.
   *
   * @param settling what its worker keeps until the run has it on record
   */
  record Found(Unsettled settling, Evaluated evaluated) {}

  /**
   * @param queue of the worker that has it
   */
  synchronized void add(String queue, ToCoordinator.KeptEvaluation evaluation) {
    byJob.put(evaluation.id(), new Kept(queue, evaluation));
  }

  /** Whether the evaluation of a job is here, and not taken yet. */
  synchronized boolean has(String id) {
    return byJob.containsKey(id);
  }

  /** Takes the one for a job of a run, if there is one. */
  synchronized Optional<Found> take(String run, FleetJob.EvaluateThere job) {
    Optional<Kept> found =
        byJob.values().stream()
            .filter(one -> one.evaluation().run().equals(run))
            .filter(one -> one.evaluation().job().isLike(job))
            .findFirst();
    found.ifPresent(one -> byJob.remove(one.evaluation().id()));
    return found.map(
        one ->
            new Found(
                new Unsettled(one.queue(), one.evaluation().id()),
                one.evaluation().result().evaluated()));
  }
}
