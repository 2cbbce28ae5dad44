package dev.evokernel.cli;

import dev.evokernel.run.FinalsState;
import dev.evokernel.run.Progress;
import dev.evokernel.store.Evaluation;
import dev.evokernel.tuning.NightSession;

/** Display of one of several concurrent runs. */
record Displayed(ProgressDisplay display) implements NightSession.Watched {

  @Override
  public void began(String activity) {
    display.began(activity);
  }

  @Override
  public void evaluated(Evaluation evaluation, Progress progress) {
    display.evaluated(evaluation, progress);
  }

  @Override
  public void finals(FinalsState state, Progress progress) {
    display.finals(state, progress);
  }

  @Override
  public void close() {
    display.close();
  }
}
