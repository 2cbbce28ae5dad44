package dev.evokernel.run;

import dev.evokernel.health.DriftMonitor;
import dev.evokernel.health.RecoveryMonitor;
import dev.evokernel.spec.Hardware;
import dev.evokernel.spec.Recording;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.store.RunHistory;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunDevice;
import dev.evokernel.workers.RunWorkers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prepares the devices of one session: their numbers within the run, and their health checks. */
final class RunDevices {

  private final RunSpec spec;
  private final ResultStore store;
  private final RunWorkers workers;
  private final CandidateRegistry registry;
  private final Journal journal;
  private final SessionLog log;
  private final TimeLeft left;

  RunDevices(
      RunSpec spec,
      ResultStore store,
      RunWorkers workers,
      CandidateRegistry registry,
      Journal journal,
      SessionLog log,
      TimeLeft left) {
    this.spec = spec;
    this.store = store;
    this.workers = workers;
    this.registry = registry;
    this.journal = journal;
    this.log = log;
    this.left = left;
  }

  /**
   * All that the workers have.
   *
   * @param earlier what earlier sessions left behind: a device has the number that it had there
   */
  DeviceGroup prepare(Optional<RunHistory> earlier) {
    var group =
        new DeviceGroup(
            RecoveryMonitor.margin(spec.evaluation().drift(), spec.backend()),
            log.time().clock(),
            device -> store.recordDevice(spec.id(), device),
            log::began);
    var known = new ArrayList<>(earlier.map(RunHistory::devices).orElse(List.of()));
    for (RunDevice device : workers.devices()) {
      RunDeviceRecord about = record(device, known);
      known.add(about);
      MeasuringDevice measuring = measuring(device, about, earlier);
      group.join(
          measuring,
          about,
          new CandidateEvaluator(spec, measuring, registry, journal, log.time(), log, left));
    }
    return group;
  }

  private RunDeviceRecord record(RunDevice device, List<RunDeviceRecord> known) {
    Instant now = log.time().clock().instant();
    for (RunDeviceRecord one : known) {
      if (one.host().equals(device.host()) && one.id().equals(device.identity().id())) {
        return one.joining(now);
      }
    }
    int number = known.stream().mapToInt(one -> one.number() + 1).max().orElse(0);
    return new RunDeviceRecord(
        number,
        device.host(),
        device.identity().id(),
        device.identity().model(),
        now,
        number == 0 ? Optional.of(1.0) : Optional.empty(),
        Optional.empty(),
        "");
  }

  private MeasuringDevice measuring(
      RunDevice device, RunDeviceRecord about, Optional<RunHistory> earlier) {
    int number = about.number();
    return switch (spec.platform()) {
      case Hardware _ -> {
        var watch = new DeviceWatch(spec, store, workers, device, number, journal, log);
        List<Candidate> before = earlier.map(RunHistory::candidates).orElse(List.of());
        EvaluationStep guarded = watch.guard(before);
        Optional<DriftMonitor> drift = watch.drift(guarded, left, earlier);
        yield new MeasuringDevice(number, device.name(), guarded, drift);
      }
      case Recording _ -> new MeasuringDevice(number, device.name(), device, Optional.empty());
    };
  }
}
