package dev.evokernel.report;

import dev.evokernel.store.Candidate;
import dev.evokernel.store.LockOwner;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.RunOverview;
import dev.evokernel.store.RunStatus;
import dev.evokernel.store.StoredRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * How a run stands at an instant, from the store, its lock and its folder alone: what a list of
 * runs, something that follows one, or a live page shows of it.
 *
 * @param overview what is stored of it
 * @param owner the process that writes to it; empty unless it runs, and for an instant at its start
 * @param wall what its job allows it in time; empty for no limit, and where the job of 0.1 cannot
 *     be read
 * @param limit the same in evaluations
 * @param bytes of its files, without its share of the database
 * @param at the instant
 */
public record RunState(
    RunOverview overview,
    Optional<LockOwner> owner,
    Optional<Duration> wall,
    OptionalLong limit,
    long bytes,
    Instant at) {

  /**
   * The best so far, or in the end the champion or the portfolio.
   *
   * @param candidates one, or for each shape the one that is the best there, each once
   * @param speedUp over the default, the shapes combined as the objective says
   * @param isDecided whether finals confirmed it
   */
  public record Best(List<Candidate> candidates, OptionalDouble speedUp, boolean isDecided) {
    public Best {
      candidates = List.copyOf(candidates);
    }

    /** The one configuration, or the first of several. */
    public Candidate candidate() {
      return candidates.getFirst();
    }
  }

  public StoredRun run() {
    return overview.history().run();
  }

  public RunStatus status() {
    return run().status();
  }

  /**
   * Since when it is in its status: from the start of its session on where it runs, from its last
   * evaluation where it was killed, or else from its end.
   */
  public Instant since() {
    Instant started = run().run().started();
    return switch (status()) {
      case RUNNING -> owner.map(LockOwner::since).orElse(started);
      case KILLED -> overview.latest().orElse(started);
      case FINISHED, INTERRUPTED -> run().finished().orElse(started);
    };
  }

  /** Evaluations that ended, over all its sessions. */
  public long evaluations() {
    return overview.outcomes().entrySet().stream()
        .filter(one -> !one.getKey().equals(Candidate.ATTEMPTING))
        .mapToLong(one -> one.getValue())
        .sum();
  }

  /** How many of them were rejected. */
  public long rejected() {
    return evaluations() - overview.outcomes().getOrDefault("measured", 0L);
  }

  /** Wall time used so far: what was stored last, and while it runs also the time since then. */
  public Duration spent() {
    Duration stored = run().spent();
    if (status() != RunStatus.RUNNING) {
      return stored;
    }
    Instant from = overview.latest().filter(one -> one.isAfter(since())).orElse(since());
    return at.isAfter(from) ? stored.plus(Duration.between(from, at)) : stored;
  }

  /** Of the budget's wall time; empty for a finished run, and where the budget has none. */
  public Optional<Duration> timeLeft() {
    return wall.filter(_ -> status() != RunStatus.FINISHED)
        .map(one -> one.minus(spent()))
        .map(left -> left.isNegative() ? Duration.ZERO : left);
  }

  /** Of the budget's evaluations; empty for a finished run, and where the budget has none. */
  public OptionalLong evaluationsLeft() {
    return limit.isPresent() && status() != RunStatus.FINISHED
        ? OptionalLong.of(Math.max(0, limit.getAsLong() - evaluations()))
        : OptionalLong.empty();
  }

  /** Empty before anything was measured. */
  public Optional<Best> best() {
    RunHistory history = overview.history();
    return PortfolioReport.resultOf(history)
        .map(
            portfolio ->
                new Best(portfolio.dispatched(), OptionalDouble.of(portfolio.speedUp()), true))
        .or(
            () ->
                SearchTrace.soFar(history)
                    .map(
                        one -> new Best(one.candidates(), OptionalDouble.of(one.speedUp()), false)))
        .or(this::champion);
  }

  private Optional<Best> champion() {
    Conclusion conclusion = Conclusion.of(overview.history());
    OptionalDouble one =
        conclusion.basis() == Conclusion.Basis.DEFAULT_STAYS
            ? OptionalDouble.of(1)
            : conclusion.speedUp();
    return conclusion
        .champion()
        .map(best -> new Best(List.of(best), one, overview.history().finals().isPresent()));
  }
}
