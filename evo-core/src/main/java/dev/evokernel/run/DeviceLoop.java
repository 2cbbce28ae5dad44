package dev.evokernel.run;

import dev.evokernel.store.CandidateProposal;
import dev.evokernel.store.DeviceActivity;
import dev.evokernel.store.Evaluation;
import dev.evokernel.workers.CompiledCandidate;
import dev.evokernel.workers.RunClock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The loop of the device thread: takes compiled candidates from the queue and evaluates them, until
 * the wall time of the search is spent or the thread is interrupted.
 */
final class DeviceLoop implements Runnable {

  private final TimeLeft left;
  private final EvaluationQueue queue;
  private final CandidateEvaluator evaluator;
  private final RunClock time;
  private final RunListener listener;

  DeviceLoop(
      TimeLeft left,
      EvaluationQueue queue,
      CandidateEvaluator evaluator,
      RunClock time,
      RunListener listener) {
    this.left = left;
    this.queue = queue;
    this.evaluator = evaluator;
    this.time = time;
    this.listener = listener;
  }

  @Override
  public void run() {
    try {
      while (left.ofSearch().isPositive()) {
        queue.land(evaluated(turn()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // The search is over.
    } catch (RuntimeException | Error e) {
      queue.fail(e);
    } finally {
      queue.end();
    }
  }

  private List<CompiledCandidate> turn() throws InterruptedException {
    long asked = time.nanos();
    try {
      return queue.turn(left.ofSearch().toNanos());
    } finally {
      time.timesheet().device(DeviceActivity.WAITING, time.nanos() - asked);
    }
  }

  private Map<CandidateProposal, Evaluation> evaluated(List<CompiledCandidate> turn)
      throws InterruptedException {
    var ended = new LinkedHashMap<CandidateProposal, Evaluation>();
    for (CompiledCandidate compiled : turn) {
      if (!left.ofSearch().isPositive()) {
        break;
      }
      int others = turn.size() - 1 - ended.size();
      listener.queued(queue.forCompiler(), queue.forDevice() + others);
      ended.put(
          compiled.candidate(), evaluator.evaluate(compiled.candidate(), compiled.compilation()));
    }
    return ended;
  }
}
