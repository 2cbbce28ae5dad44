package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.kernel.data.ArrayProgram;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.spec.Timeouts;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.workers.SanitizerRun;

/**
 * Longest times in which a host does its work, above the limits that the supervisor keeps. A worker
 * that reports progress without end extends those, but not these.
 *
 * @param start of a device's process, with all attempts
 */
record WorkLimits(RunSpec spec, Duration start) {

  /** Attempts at a step; each may need a fresh device process. */
  private static final int TRIES = 3;

  /** Special inputs of an examination, at most. */
  private static final int SPECIAL = 4;

  /** Time of a step that has no other limit, for example the start of a process. */
  private static final Duration STEP = Duration.ofMinutes(1);

  /** Longest opening of a device that counts. */
  private static final Duration LONGEST_OPENING = Duration.ofMinutes(10);

  /**
   * @param opening how long a device's process took to open
   */
  static WorkLimits of(RunSpec spec, Duration opening) {
    Duration start = timeouts(spec).evaluation().plus(least(opening, LONGEST_OPENING));
    return new WorkLimits(spec, start.multipliedBy(TRIES));
  }

  private static Timeouts timeouts(RunSpec spec) {
    return spec.evaluation().timeouts();
  }

  /** Limit for compiling and running the reference on each shape and input set. */
  static Duration ofOpening(RunSpec spec) {
    Duration reference =
        spec.kernel().programs().map(ArrayProgram::limit).reduce(Duration.ZERO, Duration::plus);
    int stages = spec.shapes().size() * spec.evaluation().verification().inputSets() + TRIES;
    return timeouts(spec)
        .evaluation()
        .plus(reference)
        .plus(STEP)
        .multipliedBy(stages)
        .plus(timeouts(spec).compile().multipliedBy(TRIES));
  }

  Duration compiling() {
    return timeouts(spec).compile().multipliedBy(TRIES);
  }

  Duration evaluating(EvaluationRequest request) {
    return least(request.limit(), timeouts(spec).evaluation()).multipliedBy(TRIES).plus(start);
  }

  Duration examining() {
    return start.multipliedBy(1L + SPECIAL + spec.evaluation().verification().fuzz());
  }

  Duration sanitizing(Duration within) {
    return least(within, SanitizerRun.LIMIT).plus(start);
  }

  Duration finals(FinalsRequest request) {
    FinalsSettings settings = request.settings();
    if (settings.time().isLimited()) {
      return settings.time().within().multipliedBy(2).plus(start);
    }
    int measured = request.finalists().size() + request.baselines().size();
    Duration rounds = settings.atMost().multipliedBy(spec.shapes().size());
    return timeouts(spec).evaluation().multipliedBy(measured).plus(rounds).plus(start);
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
