package dev.evokernel.run;

import dev.evokernel.finals.FinalsPlanner;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.VerificationSettings.Sanitizing;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.DeviceActivity;
import java.time.Duration;
import java.util.Locale;

/**
 * The least time that a session needs to resume a run, estimated from earlier sessions.
 *
 * @param start until the search begins
 * @param evaluation of one candidate
 * @param finals the shortest
 */
public record SessionNeed(Duration start, Duration evaluation, Duration finals) {

  /** Estimates the need of a run on a device of this machine. */
  public static SessionNeed of(RunSpec spec, RunHistory history) {
    long resumed = history.recoveryChecks().stream().filter(check -> !check.afterLoss()).count();
    Duration start = history.run().timeBudget().of(DeviceActivity.STARTING).dividedBy(1 + resumed);
    boolean sanitizes = spec.evaluation().verification().sanitizer() == Sanitizing.CHAMPION;
    Duration sanitizing =
        sanitizes
            ? spec.backend().sanitizer().map(sanitizer -> sanitizer.usual()).orElse(Duration.ZERO)
            : Duration.ZERO;
    var planner = new FinalsPlanner(spec, start.dividedBy(2), sanitizing);
    planner.knows(history);
    return new SessionNeed(start, planner.evaluation(), planner.plan().least());
  }

  public Duration total() {
    return start.plus(evaluation).plus(finals);
  }

  /**
   * Formats the need, for example {@code 5.2 s to start, 0.3 s for an evaluation and 6.1 s for
   * finals}.
   */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.1f s to start, %.1f s for an evaluation and %.1f s for finals",
        start.toMillis() / 1000.0,
        evaluation.toMillis() / 1000.0,
        finals.toMillis() / 1000.0);
  }
}
