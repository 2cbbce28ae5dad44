package dev.evokernel.run.device;

import module java.base;

import dev.evokernel.health.Deadline;
import dev.evokernel.health.DeviceGuard;
import dev.evokernel.health.DriftMonitor;
import dev.evokernel.health.HardwareLimit;
import dev.evokernel.health.Pause;
import dev.evokernel.health.RecoveryMonitor;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.run.evaluation.RunDescription;
import dev.evokernel.run.evaluation.RunFindings;
import dev.evokernel.run.evaluation.SessionLog;
import dev.evokernel.run.evaluation.TimeLeft;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.CandidateOutline;
import dev.evokernel.store.record.DriftCheck;
import dev.evokernel.store.record.FlaggedCandidates;
import dev.evokernel.workers.CompileStep;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import dev.evokernel.workers.RunDevice;

/**
 * A builder of the health checks of one device: recovery checks after lost processes, and drift
 * checks at intervals.
 */
final class DeviceWatch {

  private final RunSpec spec;
  private final ResultStore store;
  private final CompileStep compilers;
  private final RunDevice device;
  private final int number;
  private final RunFindings findings;
  private final SessionLog log;
  private Optional<DriftMonitor> drift = Optional.empty();

  /**
   * @param number of the device within the run
   */
  DeviceWatch(
      RunSpec spec,
      ResultStore store,
      CompileStep compilers,
      RunDevice device,
      int number,
      RunFindings findings,
      SessionLog log) {
    this.spec = spec;
    this.store = store;
    this.compilers = compilers;
    this.device = device;
    this.number = number;
    this.findings = findings;
    this.log = log;
  }

  /**
   * Wraps the device with a deadline for each evaluation, the recovery check and the
   * faster-than-hardware check.
   *
   * @param earlier the history of earlier sessions
   */
  EvaluationStep guard(Optional<RunHistory> earlier) {
    RunClock time = log.time();
    var recovery =
        new RecoveryMonitor(
            spec.kernel().defaultConfiguration(),
            compilers,
            RecoveryMonitor.margin(spec.evaluation().drift(), spec.backend()),
            Pause.real(),
            log::began);
    earlier
        .flatMap(RunHistory::defaultCandidate)
        .filter(candidate -> isHere(CandidateOutline.of(candidate)))
        .ifPresent(
            candidate ->
                recovery.saw(
                    candidate.configuration(), candidate.evaluation().orElseThrow().outcome()));
    return new DeviceGuard(
        device,
        Deadline.after(
            spec.evaluation().timeouts().evaluation(),
            earlier.map(RunHistory::outlines).orElse(List.of())),
        recovery,
        new HardwareLimit(device.peaks(), RunDescription.workloads(spec, device.limits())),
        time.nanoClock(),
        time.clock(),
        check -> {
          store.events(spec.id()).recoveryCheck(check);
          drift.ifPresent(monitor -> monitor.recovered(check.ratio()));
        },
        log::began);
  }

  /** Creates the drift checks; empty if the job has none. */
  Optional<DriftMonitor> drift(
      EvaluationStep guarded, TimeLeft left, Optional<RunHistory> earlier) {
    if (spec.evaluation().drift().every() == 0) {
      return Optional.empty();
    }
    RunClock time = log.time();
    FlaggedCandidates seen = earlier.map(RunHistory::flags).orElse(FlaggedCandidates.NONE);
    findings.suspect(seen.suspects());
    Predicate<CandidateOutline> asked = asked(seen);
    var monitor =
        new DriftMonitor(
            spec.evaluation()
                .drift()
                .withMargin(DriftMonitor.usualMargin(spec.backend().compilingDisturbsTiming())),
            spec.objective(),
            spec.kernel().defaultConfiguration(),
            new DriftMonitor.Means(
                number, guarded, compilers, time, () -> left.ofSearch().isPositive()),
            earlier.map(history -> history.where(asked, Optional.empty())).orElse(List.of()),
            seen.of(number),
            (check, suspects) -> {
              store.events(spec.id()).driftCheck(check, suspects);
              findings.suspect(suspects);
            },
            log::began);
    monitor.precededBy(
        earlier.stream()
            .flatMap(history -> history.outlines().stream())
            .filter(candidate -> isHere(candidate) && !asked.test(candidate))
            .count());
    drift = Optional.of(monitor);
    return drift;
  }

  /**
   * Selects the evaluations of earlier sessions that drift checks need: the default, suspects, and
   * evaluations since the last check.
   */
  private Predicate<CandidateOutline> asked(FlaggedCandidates seen) {
    List<DriftCheck> checks = seen.of(number).driftChecks();
    Configuration theDefault = spec.kernel().defaultConfiguration();
    return candidate ->
        isHere(candidate)
            && (checks.isEmpty()
                || candidate.configuration().equals(theDefault)
                || candidate.end().orElseThrow().finished().isAfter(checks.getLast().at())
                || seen.suspect(candidate.number())
                    .filter(suspect -> !suspect.settled())
                    .isPresent());
  }

  /** Whether this device evaluated the candidate. */
  private boolean isHere(CandidateOutline candidate) {
    return candidate.end().filter(ended -> ended.device() == number).isPresent();
  }
}
