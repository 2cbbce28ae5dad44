package dev.evokernel.cli;

import module java.base;

import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.run.RunListener;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunStatus;
import dev.evokernel.text.Launcher;
import dev.evokernel.tuning.SharedRuns;
import dev.evokernel.tuning.TuningSession;

/**
 * Prints the runs of a session. With one run the lines are that run's; with several, each line
 * names its run, and an overview of all comes last.
 */
final class SharedRunsText implements SharedRuns.Watcher {

  private final SharedRuns session;
  private final RunText text;
  private final Function<TuningSession, Runnable> accompany;
  private volatile Runnable atTheEnd = () -> {};

  // Guarded by this.
  private final Map<TuningSession, RunHistory> ended = new LinkedHashMap<>();

  /**
   * @param accompany starts a companion of the first run; what it returns is run last
   */
  SharedRunsText(SharedRuns session, RunText text, Function<TuningSession, Runnable> accompany) {
    this.session = session;
    this.text = text;
    this.accompany = accompany;
  }

  @Override
  public RunListener began(TuningSession begun) {
    text.announcement(begun.spec(), begun.device());
    boolean first = begun == session.sessions().getFirst();
    if (first) {
      atTheEnd = accompany.apply(begun);
    }
    return ProgressDisplay.of(
        begun.spec(), text.out(), first, () -> isMixed() ? "[" + model(begun) + "] " : "");
  }

  private boolean isMixed() {
    return session.sessions().size() > 1;
  }

  private static String model(TuningSession run) {
    return run.spec().device().model();
  }

  @Override
  public synchronized void ended(TuningSession run, RunHistory history) {
    ended.put(run, history);
    if (isMixed()) {
      text.line("Run %s on %s has ended.", run.spec().id(), model(run));
    }
  }

  @Override
  public void news(String line) {
    text.news(line);
  }

  @Override
  public synchronized void close() {
    for (TuningSession run : session.sessions()) {
      if (ended.containsKey(run)) {
        if (isMixed()) {
          text.line("%n%s: run %s", model(run), run.spec().id());
        }
        text.conclusion(run.spec(), Objects.requireNonNull(ended.get(run)));
      }
    }
    Path results = session.sessions().getFirst().spec().origin().results();
    if (isMixed()) {
      text.out().println();
      text.overview(results, ended.keySet().stream().map(run -> run.spec().id()).toList());
    }
    for (String run : session.missing()) {
      text.line(
          "Run %s was not resumed: no device of its model joined. Resume it:%n  %s",
          run, Launcher.command("run --resume " + Printable.word(run) + Launcher.results(results)));
    }
    atTheEnd.run();
  }

  /** Histories of all runs, if all are finished. */
  synchronized Optional<Collection<RunHistory>> finished() {
    return session.missing().isEmpty()
            && session.sessions().stream().allMatch(ended::containsKey)
            && ended.values().stream().allMatch(run -> run.run().status() == RunStatus.FINISHED)
        ? Optional.of(List.copyOf(ended.values()))
        : Optional.empty();
  }
}
