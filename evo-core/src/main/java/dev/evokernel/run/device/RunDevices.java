package dev.evokernel.run.device;

import module java.base;

import dev.evokernel.health.DriftMonitor;
import dev.evokernel.health.RecoveryMonitor;
import dev.evokernel.run.evaluation.CandidateEvaluator;
import dev.evokernel.run.evaluation.MeasuringDevice;
import dev.evokernel.run.evaluation.RunFindings;
import dev.evokernel.run.evaluation.SessionLog;
import dev.evokernel.run.evaluation.TimeLeft;
import dev.evokernel.run.record.Journal;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.Recording;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.run.RunDeviceRecord;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;

/**
 * The preparation of the devices of one session: their numbers within the run, and their health
 * checks.
 */
public final class RunDevices {

  private final RunSpec spec;
  private final ResultStore store;
  private final RunWorkers workers;
  private final Journal journal;
  private final RunFindings findings;
  private final SessionLog log;
  private final TimeLeft left;
  private final List<RunDeviceRecord> known = new ArrayList<>();

  public RunDevices(
      RunSpec spec,
      ResultStore store,
      RunWorkers workers,
      Journal journal,
      RunFindings findings,
      SessionLog log,
      TimeLeft left) {
    this.spec = spec;
    this.store = store;
    this.workers = workers;
    this.journal = journal;
    this.findings = findings;
    this.log = log;
    this.left = left;
  }

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
            device -> store.events(spec.id()).device(device),
            log::began);
    known.addAll(earlier.map(RunHistory::devices).orElse(List.of()));
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
        .mapToInt(ended -> ended.on().device())
        .findFirst();
  }

  private CandidateEvaluator evaluator(MeasuringDevice measuring) {
    return new CandidateEvaluator(spec, measuring, journal, findings, log.time(), log, left);
  }

  private RunDeviceRecord record(RunDevice device) {
    RunDeviceRecord about = numbered(device);
    known.add(about);
    return about;
  }

  private RunDeviceRecord numbered(RunDevice device) {
    Instant now = log.time().clock().instant();
    for (RunDeviceRecord one : known) {
      if (one.host().equals(device.host()) && one.id().equals(device.identity().id())) {
        return one.joining(now);
      }
    }
    int number = known.stream().mapToInt(record -> record.number() + 1).max().orElse(0);
    return new RunDeviceRecord(
        number,
        device.host(),
        device.identity().id(),
        device.identity().model(),
        now,
        Optional.empty(),
        Optional.empty(),
        "");
  }

  private MeasuringDevice measuring(
      RunDevice device, RunDeviceRecord about, Optional<RunHistory> earlier) {
    int number = about.number();
    return switch (spec.platform()) {
      case Hardware _ -> {
        var watch = new DeviceWatch(spec, store, workers, device, number, findings, log);
        EvaluationStep guarded = watch.guard(earlier);
        Optional<DriftMonitor> drift = watch.drift(guarded, left, earlier);
        yield new MeasuringDevice(number, device.name(), guarded, drift);
      }
      case Recording _ -> new MeasuringDevice(number, device.name(), device, Optional.empty());
    };
  }
}
