package dev.evokernel.store;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A run as the store knows it now.
 *
 * @param finished when it ended, if it did
 * @param spent wall time used so far, over all its sessions
 * @param timeBudget where that went
 * @param ending why its latest session stopped searching; empty while it runs, after a crash or a
 *     failure, and for runs of evo 0.1
 */
public record StoredRun(
    RunRecord run,
    RunStatus status,
    Optional<Instant> finished,
    Duration spent,
    TimeBudget timeBudget,
    Optional<RunEnding> ending) {

  /** The same with the status it has while no process holds its lock. */
  StoredRun abandoned() {
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
