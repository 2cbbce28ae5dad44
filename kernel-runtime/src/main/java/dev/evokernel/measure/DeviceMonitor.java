package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;

/** Monitor of a device while samples are taken. */
public interface DeviceMonitor {

  /** Returns the state of the device since the last look. */
  DeviceState look();

  /** Waits until the next look at a disturbed device; throws if the waits exceed their bound. */
  void rest(DeviceState disturbed);
}
