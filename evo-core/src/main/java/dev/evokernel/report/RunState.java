package dev.evokernel.report;

import module java.base;

import dev.evokernel.store.Budget;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FileLock;
import dev.evokernel.store.FileLock.LockOwner;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunFolder;
import dev.evokernel.store.RunOverview;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;

/**
 * State of a run at an instant, read from the store, the lock and the folder of the run.
 *
 * @param owner the process that writes to the run; empty unless the run is running
 * @param bytes size of the files, without the share of the database
 */
public record RunState(RunOverview overview, Optional<LockOwner> owner, long bytes, Instant at) {

  /**
   * @param reference an id, a unique prefix of one, or {@code latest}
   */
  public static RunState of(ResultStore store, String reference, Instant now) {
    RunOverview overview = store.overview(reference);
    RunFolder folder = store.folder(overview.history().run().id());
    return new RunState(
        overview, folder.holder().flatMap(FileLock.Answer.Held::by), folder.bytes(), now);
  }

  /** Time budget; empty for no limit. */
  public Optional<Duration> wall() {
    return overview.budget().filter(Budget::hasWall).map(Budget::wall);
  }

  /** Evaluation budget; empty for no limit. */
  public Optional<Long> limit() {
    return overview.budget().filter(Budget::hasEvaluations).map(Budget::evaluations);
  }

  public StoredRun run() {
    return overview.history().run();
  }

  public RunStatus status() {
    return run().status();
  }

  /**
   * Start of the status: the start of the session of a running run, the last evaluation of a killed
   * run, the end of every other run.
   */
  public Instant since() {
    Instant started = run().run().started();
    return switch (status()) {
      case RUNNING -> owner.map(LockOwner::since).orElse(started);
      case KILLED -> overview.latest().orElse(started);
      case FINISHED, INTERRUPTED -> run().finished().orElse(started);
    };
  }

  public long evaluations() {
    return overview.outcomes().entrySet().stream()
        .filter(outcome -> !outcome.getKey().equals(Candidate.ATTEMPTING))
        .mapToLong(outcome -> outcome.getValue())
        .sum();
  }

  public long rejected() {
    return evaluations() - overview.outcomes().getOrDefault("measured", 0L);
  }

  /** Wall time so far: the stored time, plus the time since then while the run is running. */
  public Duration spent() {
    Duration stored = run().spent();
    if (status() != RunStatus.RUNNING) {
      return stored;
    }
    Instant from = overview.latest().filter(latest -> latest.isAfter(since())).orElse(since());
    return at.isAfter(from) ? stored.plus(Duration.between(from, at)) : stored;
  }

  /** Remaining time budget; empty for a finished run, and without a time budget. */
  public Optional<Duration> timeLeft() {
    return wall()
        .filter(_ -> status() != RunStatus.FINISHED)
        .map(budget -> budget.minus(spent()))
        .map(left -> left.isNegative() ? Duration.ZERO : left);
  }

  /** Remaining evaluations; empty for a finished run, and without an evaluation budget. */
  public Optional<Long> evaluationsLeft() {
    return limit()
        .filter(_ -> status() != RunStatus.FINISHED)
        .map(limit -> Math.max(0, limit - evaluations()));
  }

  public Conclusion conclusion() {
    return Conclusion.of(overview.history());
  }
}
