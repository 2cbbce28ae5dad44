package dev.evokernel.store;

import module java.base;

/**
 * A run with its current state.
 *
 * @param spent wall time so far, over all sessions
 * @param ending why its latest session stopped searching; empty during the run, after a crash or a
 *     failure, and in runs of evo 0.1
 */
public record StoredRun(
    RunRecord run,
    RunStatus status,
    Optional<Instant> finished,
    Duration spent,
    TimeBudget timeBudget,
    Optional<RunEnding> ending) {

  public StoredRun abandoned() {
    return status == RunStatus.RUNNING
        ? new StoredRun(run, RunStatus.KILLED, finished, spent, timeBudget, ending)
        : this;
  }

  public String id() {
    return run.id();
  }

  public Subject subject() {
    return run.subject();
  }

  public Provenance provenance() {
    return run.provenance();
  }
}
