package dev.evokernel.run;

import module java.base;

import dev.evokernel.backend.binary.Compilation;
import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.health.ChangedDeviceException;
import dev.evokernel.search.Proposal;
import dev.evokernel.store.Evaluation;
import dev.evokernel.store.TimeBudget.DeviceActivity;
import dev.evokernel.workers.RunClock;

/**
 * The loop of a device's thread: takes compiled candidates from the queue and evaluates them. The
 * loop ends when the wall time of the search is spent, the thread is interrupted, or the device
 * leaves the run.
 */
public record DeviceLoop(
    MeasuringDevice device,
    CandidateEvaluator evaluator,
    DeviceAdmission admission,
    TimePlan plan,
    Pause pause,
    RunClock time,
    RunListener listener)
    implements Runnable {

  /** A pause of a device between evaluations, while nothing else is timed on it. */
  @FunctionalInterface
  public interface Pause {

    /** Prepares pauses, while the first candidate compiles. */
    default void before(MeasuringDevice device) throws InterruptedException {}

    /** No pauses. */
    Pause NONE = (_, _) -> {};

    void holdIfDue(MeasuringDevice device, CandidateEvaluator evaluator)
        throws InterruptedException;
  }

  private EvaluationQueue queue() {
    return admission.queue();
  }

  @Override
  public void run() {
    try {
      pause.before(device);
      Optional<String> refusal = admission.admit(device);
      if (refusal.isEmpty()) {
        evaluateUntilTheEnd();
      } else if (!admission.leave(device, refusal.get())) {
        queue()
            .fail(
                new EnvironmentException(
                    "No device is left. The last was %s: %s"
                        .formatted(device.name(), refusal.get())));
      }
    } catch (InterruptedException e) {
      queue().end(); // The search has ended.
      Thread.currentThread().interrupt();
    } catch (ChangedDeviceException | EnvironmentException e) {
      lose(e);
    } catch (RuntimeException | Error e) {
      queue().fail(e);
    }
  }

  /**
   * Evaluates until the time of the search is spent. A slow device leaves, unless it is the last.
   */
  private void evaluateUntilTheEnd() throws InterruptedException {
    while (plan.ofSearch().isPositive()) {
      evaluate(turn());
      admission.group().measuredFirst(device);
      Optional<String> slow = admission.group().tooSlow(device);
      if (slow.isPresent() && admission.leave(device, slow.get())) {
        return;
      }
    }
    queue().end();
  }

  /**
   * Leaves the run. The run fails if no other device is present or if the default was not measured.
   */
  private void lose(RuntimeException why) {
    try {
      boolean goesOn =
          (queue().isOpened() || !admission.group().hasReference())
              && admission.leave(device, String.valueOf(why.getMessage()));
      if (!goesOn) {
        queue().fail(why);
      }
    } catch (InterruptedException e) {
      queue().end(); // The search has ended.
      Thread.currentThread().interrupt();
    }
  }

  private Map<Proposal, Compilation> turn() throws InterruptedException {
    long asked = time.nanos();
    long search = plan.ofSearch().toNanos();
    long process = plan.untilProcess().toNanos();
    try {
      return queue()
          .turn(
              process > 0 ? Math.min(search, process) : search,
              candidate -> device.step().hasCompiled(candidate.configuration()));
    } finally {
      time.timesheet().device(DeviceActivity.WAITING, time.nanos() - asked);
    }
  }

  /**
   * Delivers the evaluations that ended, even if the device is lost. Another device takes the rest.
   * Where compiling disturbs timing, the pause comes before the search learns the outcomes and has
   * something to compile.
   */
  private void evaluate(Map<Proposal, Compilation> turn) throws InterruptedException {
    var ended = new HashMap<Integer, Evaluation>();
    try {
      evaluate(turn, ended);
      if (queue().isAlternating() && !turn.isEmpty()) {
        pause.holdIfDue(device, evaluator);
      }
    } finally {
      queue().land(ended);
      turn.keySet().removeIf(candidate -> ended.containsKey(candidate.number()));
      queue().putBack(turn);
    }
    if (!queue().isAlternating()) {
      pause.holdIfDue(device, evaluator);
    }
  }

  private void evaluate(Map<Proposal, Compilation> turn, Map<Integer, Evaluation> ended)
      throws InterruptedException {
    for (var compiled : turn.entrySet()) {
      if (!plan.ofSearch().isPositive()) {
        break;
      }
      int others = turn.size() - 1 - ended.size();
      listener.queued(queue().forCompiler(), queue().forDevice() + others);
      Proposal candidate = compiled.getKey();
      Compilation own = device.step().own(candidate.configuration(), compiled.getValue());
      ended.put(candidate.number(), evaluator.evaluate(candidate, own));
    }
  }
}
