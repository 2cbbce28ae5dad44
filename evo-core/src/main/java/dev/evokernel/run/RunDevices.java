package dev.evokernel.run;

import module java.base;

import dev.evokernel.health.Deadline;
import dev.evokernel.health.DeviceGuard;
import dev.evokernel.health.DriftMonitor;
import dev.evokernel.health.HardwareLimit;
import dev.evokernel.health.RecoveryMonitor;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.FlaggedCandidates;
import dev.evokernel.store.FlaggedCandidates.DriftCheck;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.store.RunHistory;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;

/**
 * The preparation of the devices of one session: their numbers within the run, and their health
 * checks.
 *
 * @param known devices so far, earlier sessions included; grows as devices join
 */
public record RunDevices(
    RunSpec spec,
    ResultStore store,
    RunWorkers workers,
    RunFindings findings,
    SessionLog log,
    TimePlan plan,
    List<RunDeviceRecord> known) {

  /**
   * Prepares all devices of the workers.
   *
   * @param earlier the history of earlier sessions, in which a device keeps its number
   */
  public DeviceGroup prepare(Optional<RunHistory> earlier) {
    var group =
        new DeviceGroup(
            RecoveryMonitor.margin(spec.evaluation().drift(), spec.backend()),
            workers.patience(),
            log.time().clock(),
            this::reference,
            device -> store.events(spec.id()).record(device),
            log::began);
    for (RunDevice device : workers.devices()) {
      RunDeviceRecord about = record(device);
      MeasuringDevice measuring = measuring(device, about, earlier);
      group.join(measuring, about, evaluator(measuring));
    }
    return group;
  }

  /**
   * Waits for a device that joins the run, and adds it to the group. For a returning device, loads
   * its earlier evaluations from the store; a new device has none.
   */
  public Optional<Map.Entry<MeasuringDevice, CandidateEvaluator>> next(DeviceGroup group)
      throws InterruptedException {
    Optional<RunDevice> joining = workers.awaitDevice();
    if (joining.isEmpty()) {
      return Optional.empty();
    }
    int before = known.size();
    RunDeviceRecord about = record(joining.get());
    boolean isBack = known.subList(0, before).stream().anyMatch(about::isSameAs);
    MeasuringDevice measuring =
        measuring(
            joining.get(),
            about,
            isBack
                ? Optional.of(store.pagedHistory(spec.id(), Optional.of(about.number())))
                : Optional.empty());
    CandidateEvaluator evaluator = evaluator(measuring);
    group.joinLater(measuring, about, evaluator);
    return Optional.of(Map.entry(measuring, evaluator));
  }

  private OptionalInt reference() {
    return findings.registry().evaluation(spec.kernel().defaultConfiguration()).stream()
        .mapToInt(ended -> ended.device())
        .findFirst();
  }

  private CandidateEvaluator evaluator(MeasuringDevice measuring) {
    return new CandidateEvaluator(spec, measuring, store, findings, log.time(), log, plan);
  }

  private RunDeviceRecord record(RunDevice device) {
    Instant now = log.time().clock().instant();
    String id = device.identity().id();
    RunDeviceRecord about =
        known.stream()
            .filter(record -> record.host().equals(device.host()) && record.id().equals(id))
            .findFirst()
            .map(record -> record.joining(now))
            .orElseGet(
                () ->
                    new RunDeviceRecord(
                        known.stream().mapToInt(record -> record.number() + 1).max().orElse(0),
                        device.host(),
                        id,
                        device.identity().model(),
                        now,
                        Optional.empty(),
                        Optional.empty(),
                        ""));
    known.add(about);
    return about;
  }

  private MeasuringDevice measuring(
      RunDevice device, RunDeviceRecord about, Optional<RunHistory> earlier) {
    int number = about.number();
    if (spec.isReplay()) {
      return new MeasuringDevice(number, device.name(), device, Optional.empty());
    }
    var monitors = new ArrayList<DriftMonitor>();
    EvaluationStep guarded = guard(device, number, earlier, monitors);
    Optional<DriftMonitor> drift = drift(guarded, number, earlier);
    drift.ifPresent(monitors::add);
    return new MeasuringDevice(number, device.name(), guarded, drift);
  }

  /**
   * Wraps the device with a deadline for each evaluation, the recovery check and the
   * faster-than-hardware check.
   */
  private EvaluationStep guard(
      RunDevice device, int number, Optional<RunHistory> earlier, List<DriftMonitor> monitors) {
    RunClock time = log.time();
    var recovery =
        new RecoveryMonitor(
            spec.kernel().defaultConfiguration(),
            workers,
            RecoveryMonitor.margin(spec.evaluation().drift(), spec.backend()),
            spec.backend().compilingDisturbsTiming(),
            Thread::sleep,
            log::began);
    earlier
        .flatMap(RunHistory::defaultCandidate)
        .filter(candidate -> isOn(number, candidate))
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
          store.events(spec.id()).record(check);
          monitors.forEach(monitor -> monitor.recovered(check.ratio()));
        },
        log::began);
  }

  /** Creates the drift checks; empty if the job has none. */
  private Optional<DriftMonitor> drift(
      EvaluationStep guarded, int number, Optional<RunHistory> earlier) {
    if (spec.evaluation().drift().every() == 0) {
      return Optional.empty();
    }
    RunClock time = log.time();
    FlaggedCandidates seen = earlier.map(RunHistory::flags).orElse(FlaggedCandidates.NONE);
    findings.suspect(seen.suspects());
    Predicate<Candidate> asked = asked(seen, number);
    var monitor =
        new DriftMonitor(
            spec.evaluation()
                .drift()
                .withMargin(DriftMonitor.usualMargin(spec.backend().compilingDisturbsTiming())),
            spec.objective(),
            spec.kernel().defaultConfiguration(),
            new DriftMonitor.Means(
                number, guarded, workers, time, () -> plan.ofSearch().isPositive()),
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
            .filter(candidate -> isOn(number, candidate) && !asked.test(candidate))
            .count());
    return Optional.of(monitor);
  }

  /**
   * Selects the evaluations of earlier sessions that drift checks need: the default, suspects, and
   * evaluations since the last check.
   */
  private Predicate<Candidate> asked(FlaggedCandidates seen, int number) {
    List<DriftCheck> checks = seen.of(number).driftChecks();
    Configuration theDefault = spec.kernel().defaultConfiguration();
    return candidate ->
        isOn(number, candidate)
            && (checks.isEmpty()
                || candidate.configuration().equals(theDefault)
                || candidate.evaluation().orElseThrow().finished().isAfter(checks.getLast().at())
                || seen.isOpen(candidate.number()));
  }

  private static boolean isOn(int number, Candidate candidate) {
    return candidate.evaluation().filter(ended -> ended.device() == number).isPresent();
  }
}
