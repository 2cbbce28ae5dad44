package dev.evokernel.tuning.session;

import dev.evokernel.run.listen.FinalsState;
import dev.evokernel.run.listen.Progress;
import dev.evokernel.run.listen.RunListener;
import dev.evokernel.store.record.Evaluation;
import dev.evokernel.store.run.TimeBudget;
import java.util.List;

/** Listener that forwards to several listeners. */
record RunListeners(List<RunListener> listeners) implements RunListener {

  RunListeners {
    listeners = List.copyOf(listeners);
  }

  @Override
  public void began(String activity) {
    listeners.forEach(listener -> listener.began(activity));
  }

  @Override
  public void evaluated(Evaluation evaluation, Progress progress) {
    listeners.forEach(listener -> listener.evaluated(evaluation, progress));
  }

  @Override
  public void finals(FinalsState state, Progress progress) {
    listeners.forEach(listener -> listener.finals(state, progress));
  }

  @Override
  public void queued(int forCompiler, int forDevice) {
    listeners.forEach(listener -> listener.queued(forCompiler, forDevice));
  }

  @Override
  public void spent(TimeBudget budget) {
    listeners.forEach(listener -> listener.spent(budget));
  }
}
