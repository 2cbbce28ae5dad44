package dev.evokernel.bench.chaos;

import java.time.Duration;
import java.util.Optional;

/**
 * Result of a fault-injection run.
 *
 * @param struck number of planned faults that were injected before the run ended
 * @param evaluations recorded evaluations
 * @param quarantined candidates rejected because they were under way during several faults; the
 *     undisturbed run rejects them too
 * @param repeated evaluations begun more than once
 * @param finishedTwice evaluations finished more than once
 * @param lost recorded evaluations that later were missing or different
 * @param difference first difference from the undisturbed run
 */
public record ChaosResult(
    ChaosPlan plan,
    int struck,
    int evaluations,
    int quarantined,
    int repeated,
    int finishedTwice,
    int lost,
    Optional<String> difference,
    Duration took) {

  /** Number of injected faults of a kind. */
  long struck(KillKind kind) {
    return plan.kills().stream().limit(struck).filter(kill -> kill.kind() == kind).count();
  }

  public boolean isEqual() {
    return difference.isEmpty();
  }
}
