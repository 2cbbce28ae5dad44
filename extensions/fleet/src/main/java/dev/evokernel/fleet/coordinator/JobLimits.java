package dev.evokernel.fleet.coordinator;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.fleet.wire.FleetJob;
import dev.evokernel.fleet.wire.SharedProblem;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.ArrayProgram;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.spec.Timeouts;
import dev.evokernel.worker.protocol.EvaluationRequest;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.workers.SanitizerRun;

/** Longest time in which a worker can do a job, from what the job asks. */
final class JobLimits {

  /** Attempts at a step; each may need a fresh device process. */
  private static final int TRIES = 3;

  /** Special inputs of an examination, at most. */
  private static final int SPECIAL = 4;

  /** Time of a step that has no other limit, for example the start of a process. */
  private static final Duration STEP = Duration.ofMinutes(1);

  /** Longest opening of a device that a worker may claim. */
  private static final Duration LONGEST_OPENING = Duration.ofMinutes(10);

  private JobLimits() {}

  /** Limit for opening a problem: compiling, and running the reference on each shape and input. */
  static Duration ofOpening(SharedProblem problem, Kernel kernel) {
    Timeouts timeouts = problem.evaluation().timeouts();
    Duration reference =
        kernel.programs().map(ArrayProgram::limit).reduce(Duration.ZERO, Duration::plus);
    int stages = problem.shapes().size() * problem.evaluation().verification().inputSets() + TRIES;
    return timeouts
        .evaluation()
        .plus(reference)
        .plus(STEP)
        .multipliedBy(stages)
        .plus(timeouts.compile());
  }

  /** Limit of a job on a device. Compilations and jobs of a device may wait for each other. */
  static Duration of(FleetJob job, RemoteDevice device) {
    SharedProblem problem = device.problem();
    Timeouts timeouts = problem.evaluation().timeouts();
    Duration opening = least(device.facts().opening(), LONGEST_OPENING);
    Duration start = timeouts.evaluation().plus(opening).multipliedBy(TRIES);
    Duration work =
        switch (job) {
          case FleetJob.CompileThere _ -> timeouts.compile().multipliedBy(TRIES);
          case FleetJob.MakeReady _, FleetJob.RenewProcess _ -> start;
          case FleetJob.EvaluateThere(EvaluationRequest request) ->
              least(request.limit(), timeouts.evaluation()).plus(opening).multipliedBy(TRIES);
          case FleetJob.ExamineThere _ ->
              start.multipliedBy(1L + SPECIAL + problem.evaluation().verification().fuzz());
          case FleetJob.SanitizeThere launch ->
              least(launch.within(), SanitizerRun.LIMIT).plus(start);
          case FleetJob.HoldFinals(FinalsRequest request) -> finals(request, problem).plus(start);
        };
    boolean waits =
        Backend.all().stream()
            .filter(backend -> backend.name().equals(problem.kernel().backend()))
            .anyMatch(Backend::compilingDisturbsTiming);
    return waits ? work.plus(timeouts.compile()) : work;
  }

  private static Duration finals(FinalsRequest request, SharedProblem problem) {
    FinalsSettings settings = request.settings();
    if (settings.time().isLimited()) {
      return settings.time().within().multipliedBy(2);
    }
    int measured = request.finalists().size() + request.baselines().size();
    Duration rounds = settings.atMost().multipliedBy(problem.shapes().size());
    return problem.evaluation().timeouts().evaluation().multipliedBy(measured).plus(rounds);
  }

  private static Duration least(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
