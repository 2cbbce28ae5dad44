package dev.evokernel.fleet.chaos;

import module java.base;

import dev.evokernel.fleet.chaos.ChaosPlan.Kind;

/**
 * Result of a run with injected faults.
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
record ChaosReport(
    ChaosPlan plan,
    int struck,
    int evaluations,
    int quarantined,
    int repeated,
    int finishedTwice,
    int lost,
    Optional<String> difference,
    Duration took) {

  long struck(Kind kind) {
    return plan.kills().stream().limit(struck).filter(kill -> kill.kind() == kind).count();
  }

  /** Counts, the first difference and the plan, which suffice to repeat the run. */
  @Override
  public String toString() {
    String kinds =
        Arrays.stream(Kind.values())
            .map(kind -> "%d %s".formatted(struck(kind), kind.label()))
            .collect(Collectors.joining(", "));
    return """
    %s
    %d faults in %d s: %s.
    %d evaluations, %d begun again, %d finished again, %d quarantined, %d lost.
    %s
    Plan: %s"""
        .formatted(
            plan.settings(),
            struck,
            took.toSeconds(),
            kinds,
            evaluations,
            repeated,
            finishedTwice,
            quarantined,
            lost,
            difference
                .map(first -> "NOT equal to the run without faults: " + first)
                .orElse("Equal to the run without faults: candidates, outcomes, finals."),
            plan.kills());
  }
}
