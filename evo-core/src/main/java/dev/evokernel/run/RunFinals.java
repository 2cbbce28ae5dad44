package dev.evokernel.run;

import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.FinalsTime;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.BaselineSession;
import dev.evokernel.store.ResultStore;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.FinalsCourse;
import dev.evokernel.worker.FinalsProgress;
import dev.evokernel.worker.FinalsResult;
import dev.evokernel.workers.FinalsSeating;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import java.time.Duration;
import java.util.Optional;

/** Measures the finals of a run, one process at a time on each device. */
record RunFinals(
    RunSpec spec,
    ResultStore store,
    RunWorkers workers,
    Journal journal,
    SessionLog log,
    TimeLeft left) {

  /** Of all processes together. */
  FinalsSettings settings() {
    FinalsSettings usual = FinalsSettings.withSeed(spec.stream("order").nextLong());
    return new FinalsSettings(
        spec.acceptance().rounds(),
        Math.min(usual.minRounds(), spec.acceptance().rounds()),
        usual.sample(),
        usual.atMost(),
        usual.seed(),
        spec.evaluation().sampling().sample().energy(),
        new FinalsTime(left.ofFinals(), left.planner().weights()),
        FinalsProcess.ONLY);
  }

  private FinalsCourse course(int finalists, FinalsProcess process) {
    return new FinalsCourse() {
      @Override
      public Duration left() {
        return left.ofFinals(process);
      }

      @Override
      public void progressed(FinalsProgress at) {
        log.finals(
            new FinalsState(finalists, process, Optional.of(at)),
            journal.progress(log.time().stopwatch(), spec.budget()));
      }
    };
  }

  /** One process. The first one's baselines are recorded at once, to be kept in any case. */
  FinalsResult of(RunDevice device, FinalsSeating seating, FinalistSuccession succession)
      throws InterruptedException {
    FinalsCourse course = course(seating.finalists().size(), seating.process());
    FinalsResult result =
        device.finals(seating.finalists(), seating.settings(), succession, course);
    if (!seating.process().isFirst()) {
      return result;
    }
    var session =
        new BaselineSession(
            spec.kernel().name(),
            spec.backend().name(),
            spec.device(),
            Host.name(),
            spec.origin().evoVersion(),
            log.time().clock().instant());
    store.recordBaselines(
        spec.id(),
        session,
        RunDescription.workloads(spec, workers.primary().limits()),
        result.baselines());
    return result;
  }
}
