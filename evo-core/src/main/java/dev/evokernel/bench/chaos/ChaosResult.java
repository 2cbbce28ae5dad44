package dev.evokernel.bench.chaos;

import java.time.Duration;
import java.util.Optional;

/**
 * What came of a struck run.
 *
 * @param struck how many strokes of the plan happened before the run ended
 * @param evaluations that are on record
 * @param quarantined candidates that were rejected since they were under way at several strokes;
 *     the run that was not struck rejects them as well
 * @param repeated evaluations that were begun although the candidate's had been begun before
 * @param finishedTwice how many of them although it had been finished
 * @param lost evaluations that were on record, and later were not or were others
 * @param difference the first difference from the run that was not struck
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

  /** How often it happened. */
  long struck(KillKind kind) {
    return plan.kills().stream().limit(struck).filter(kill -> kill.kind() == kind).count();
  }

  /** Whether all promises were kept. */
  public boolean isEqual() {
    return difference.isEmpty();
  }
}
