package dev.evokernel.fleet.coordinator;

import dev.evokernel.fleet.wire.ToCoordinator;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.workers.RunWorkers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Evaluations that workers had finished when nothing waited for them: an earlier coordinator of the
 * run was gone, or had given the worker up. The run takes one instead of evaluating it again.
 * Thread-safe.
 */
public final class KeptEvaluations {

  private final Map<String, Kept> byJob = new LinkedHashMap<>();
  private final Map<String, RunWorkers.OnRecord> records = new ConcurrentHashMap<>();

  /**
   * @param queue of the worker that has it
   */
  public record Kept(String queue, ToCoordinator.KeptEvaluation evaluation) {
    /** What the worker keeps until the run has it on record. */
    public Unsettled settling() {
      return new Unsettled(queue, evaluation.id());
    }
  }

  /**
   * @param queue of the worker that has it
   */
  public synchronized void add(String queue, ToCoordinator.KeptEvaluation evaluation) {
    byJob.put(evaluation.id(), new Kept(queue, evaluation));
  }

  /**
   * Drops every evaluation that a run has on record, now and later.
   *
   * @return what was
   */
  List<Unsettled> recorded(String run, RunWorkers.OnRecord record) {
    records.put(run, record);
    List<Kept> all;
    synchronized (this) {
      all = List.copyOf(byJob.values());
    }
    List<Kept> over = all.stream().filter(one -> isOnRecord(one.evaluation())).toList();
    synchronized (this) {
      byJob.values().removeAll(over);
    }
    return over.stream().map(Kept::settling).toList();
  }

  /** Whether the evaluation's run has it on record, maybe from an earlier session. */
  boolean isOnRecord(ToCoordinator.KeptEvaluation evaluation) {
    RunWorkers.OnRecord record = records.get(evaluation.run());
    EvaluationRequest request = evaluation.request();
    return record != null && record.has(request.configuration(), request.shapes().names());
  }

  /** Whether the evaluation of a job is here, and not taken yet. */
  synchronized boolean has(String id) {
    return byJob.containsKey(id);
  }

  /** Takes the evaluation that a run asks for, if it was kept. */
  public synchronized Optional<Kept> take(String run, EvaluationRequest request) {
    Optional<Kept> found =
        byJob.values().stream()
            .filter(one -> one.evaluation().run().equals(run))
            .filter(one -> one.evaluation().request().isLike(request))
            .findFirst();
    found.ifPresent(one -> byJob.remove(one.evaluation().id()));
    return found;
  }
}
