package dev.evokernel.run;

import module java.base;

import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.RunDeviceRecord;
import dev.evokernel.workers.EvaluationStep;
import dev.evokernel.workers.RunClock;

/** A group of one device without health checks, which records no changes. */
public final class OnlyDevice {

  private OnlyDevice() {}

  public static DeviceGroup of(
      EvaluationStep device,
      RunSpec spec,
      ResultStore store,
      RunFindings findings,
      RunClock time,
      TimePlan plan,
      RunListener listener) {
    var group =
        new DeviceGroup(
            0, Duration.ZERO, time.clock(), () -> OptionalInt.of(0), _ -> {}, listener::began);
    var only = new MeasuringDevice(0, spec.device().id(), device, Optional.empty());
    only.measuredFirst();
    group.join(
        only,
        new RunDeviceRecord(
            0,
            "host",
            spec.device().id(),
            spec.device().model(),
            time.clock().instant(),
            Optional.empty(),
            Optional.empty(),
            ""),
        new CandidateEvaluator(spec, only, store, findings, time, listener, plan));
    return group;
  }
}
