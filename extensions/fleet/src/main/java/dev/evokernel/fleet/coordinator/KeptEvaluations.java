package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.worker.protocol.EvaluationRequest;

/**
 * Evaluations that workers finished while nobody waited: the coordinator had ended, or had given
 * the worker up. The run uses them instead of evaluating again. Thread-safe.
 */
public final class KeptEvaluations {

  private final Map<String, Kept> byJob = new LinkedHashMap<>();
  private final Map<String, BiPredicate<Configuration, List<String>>> records =
      new ConcurrentHashMap<>();

  /**
   * @param queue the queue of the worker that keeps the evaluation
   */
  public record Kept(String queue, ToCoordinator.KeptEvaluation evaluation) {
    /** Reference for settling the evaluation once it is on record. */
    public Unsettled settling() {
      return new Unsettled(queue, evaluation.id());
    }
  }

  public synchronized void add(String queue, ToCoordinator.KeptEvaluation evaluation) {
    byJob.put(evaluation.id(), new Kept(queue, evaluation));
  }

  /**
   * Drops every evaluation that a run has on record, now and later.
   *
   * @return the dropped evaluations
   */
  List<Unsettled> recorded(String run, BiPredicate<Configuration, List<String>> record) {
    records.put(run, record);
    List<Kept> all;
    synchronized (this) {
      all = List.copyOf(byJob.values());
    }
    List<Kept> over = all.stream().filter(kept -> isOnRecord(kept.evaluation())).toList();
    synchronized (this) {
      byJob.values().removeAll(over);
    }
    return over.stream().map(Kept::settling).toList();
  }

  /** Returns whether the evaluation's run has it on record, perhaps from an earlier session. */
  boolean isOnRecord(ToCoordinator.KeptEvaluation evaluation) {
    BiPredicate<Configuration, List<String>> record = records.get(evaluation.run());
    EvaluationRequest request = evaluation.request();
    return record != null && record.test(request.configuration(), request.shapes().names());
  }

  /** Returns whether the evaluation of a job is kept and not taken. */
  synchronized boolean has(String id) {
    return byJob.containsKey(id);
  }

  /**
   * Takes the evaluation that a worker kept for a request of a run, if there is one. It counts for
   * devices of this worker alone.
   */
  public synchronized Optional<Kept> take(String queue, String run, EvaluationRequest request) {
    Optional<Kept> found =
        byJob.values().stream()
            .filter(kept -> kept.queue().equals(queue))
            .filter(kept -> kept.evaluation().run().equals(run))
            .filter(kept -> kept.evaluation().request().isLike(request))
            .findFirst();
    found.ifPresent(kept -> byJob.remove(kept.evaluation().id()));
    return found;
  }
}
