package dev.evokernel.run;

import dev.evokernel.health.Deadline;
import dev.evokernel.health.DeviceGuard;
import dev.evokernel.health.DriftMonitor;
import dev.evokernel.health.HardwareLimit;
import dev.evokernel.health.Pause;
import dev.evokernel.health.RecoveryMonitor;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunHistory;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import dev.evokernel.workers.RunWorkers;
import java.util.List;
import java.util.Optional;

/**
 * Builds what detects a changed device during a run: recovery checks after lost processes, drift
 * checks at intervals.
 */
final class DeviceWatch {

  private final RunSpec spec;
  private final ResultStore store;
  private final RunWorkers workers;
  private final Journal journal;
  private final SessionLog log;
  private Optional<DriftMonitor> drift = Optional.empty();

  DeviceWatch(
      RunSpec spec, ResultStore store, RunWorkers workers, Journal journal, SessionLog log) {
    this.spec = spec;
    this.store = store;
    this.workers = workers;
    this.journal = journal;
    this.log = log;
  }

  /**
   * The device with a deadline for each evaluation, the recovery check and the faster-than-hardware
   * check.
   *
   * @param known the candidates of earlier sessions
   */
  EvaluationStep guard(List<Candidate> known) {
    RunClock time = log.time();
    var recovery =
        new RecoveryMonitor(
            spec.kernel().defaultConfiguration(),
            workers,
            RecoveryMonitor.margin(spec.evaluation().drift(), spec.backend()),
            Pause.real(),
            log::began);
    known.forEach(
        candidate ->
            candidate
                .evaluation()
                .ifPresent(ended -> recovery.saw(candidate.configuration(), ended.outcome())));
    return new DeviceGuard(
        workers,
        Deadline.after(spec.evaluation().timeouts().evaluation(), known),
        recovery,
        new HardwareLimit(workers.peaks(), RunDescription.workloads(spec, workers)),
        time.nanoClock(),
        time.clock(),
        check -> {
          store.recordRecoveryCheck(spec.id(), check);
          drift.ifPresent(monitor -> monitor.recovered(check.ratio()));
        },
        log::began);
  }

  /** The drift checks; empty where the job asks for none. */
  Optional<DriftMonitor> drift(EvaluationStep device, TimeLeft left, Optional<RunHistory> earlier) {
    if (spec.evaluation().drift().every() == 0) {
      return Optional.empty();
    }
    RunClock time = log.time();
    FlaggedCandidates seen = earlier.map(RunHistory::flags).orElse(FlaggedCandidates.NONE);
    journal.suspect(seen.suspects());
    drift =
        Optional.of(
            new DriftMonitor(
                spec.evaluation()
                    .drift()
                    .withMargin(DriftMonitor.usualMargin(spec.backend().compilingDisturbsTiming())),
                spec.objective(),
                spec.kernel().defaultConfiguration(),
                new DriftMonitor.Means(device, workers, time, () -> left.ofSearch().isPositive()),
                earlier.map(RunHistory::candidates).orElse(List.of()),
                seen,
                (check, suspects) -> {
                  store.recordDriftCheck(spec.id(), check, suspects);
                  journal.suspect(suspects);
                },
                log::began));
    return drift;
  }
}
