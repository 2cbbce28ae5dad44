package dev.evokernel.run.finals;

import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.measure.FinalsTime;
import dev.evokernel.run.evaluation.RunDescription;
import dev.evokernel.run.evaluation.RunFindings;
import dev.evokernel.run.evaluation.SessionLog;
import dev.evokernel.run.evaluation.TimeLeft;
import dev.evokernel.run.listen.FinalsState;
import dev.evokernel.spec.Host;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.record.BaselineSession;
import dev.evokernel.worker.FinalistSuccession;
import dev.evokernel.worker.FinalsCourse;
import dev.evokernel.worker.FinalsLoop;
import dev.evokernel.worker.LostToFinalistException;
import dev.evokernel.worker.protocol.FinalsRequest;
import dev.evokernel.worker.protocol.FinalsResult;
import dev.evokernel.workers.DeviceLostException;
import dev.evokernel.workers.FinalsSeating;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import java.util.List;
import java.util.Optional;

/** The measurement of a run's finals, one process at a time on each device. */
public record RunFinals(
    RunSpec spec,
    ResultStore store,
    RunWorkers workers,
    RunFindings findings,
    SessionLog log,
    TimeLeft left) {

  /** Returns the settings of all processes together. */
  public FinalsSettings settings() {
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
    return new FinalsCourse(
        () -> left.ofFinals(process),
        at ->
            log.finals(
                new FinalsState(finalists, process, Optional.of(at)),
                findings.progress(log.time().stopwatch(), spec.budget())));
  }

  /**
   * Measures one process. Baselines of the first process are recorded at once, so a later failure
   * does not lose them.
   */
  public FinalsResult of(RunDevice device, FinalsSeating seating, FinalistSuccession succession)
      throws InterruptedException {
    var asked =
        new FinalsRequest(
            seating.finalists(),
            seating.process().isFirst() ? spec.acceptance().baselines() : List.of(),
            seating.settings());
    FinalsCourse course = course(seating.finalists().size(), seating.process());
    FinalsResult result = held(device, asked, succession, course);
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

  /** Measures one process. A lost host does not report which finalist was on its device. */
  private static FinalsResult held(
      RunDevice device, FinalsRequest asked, FinalistSuccession succession, FinalsCourse course)
      throws InterruptedException {
    try {
      return FinalsLoop.hold(device, asked, succession, course);
    } catch (LostToFinalistException e) {
      throw e.getCause() instanceof DeviceLostException lost ? lost : e;
    }
  }
}
