package dev.evokernel.cli.run;

import dev.evokernel.run.listen.FinalsState;
import dev.evokernel.run.listen.Progress;
import dev.evokernel.store.record.Evaluation;
import dev.evokernel.tuning.session.NightSession;

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
