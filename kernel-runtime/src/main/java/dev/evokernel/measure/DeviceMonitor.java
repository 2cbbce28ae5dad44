package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;

/** Watches the device while samples are taken. */
public interface DeviceMonitor {

  /** The state of the device since the last look. */
  DeviceState look();

  /**
   * Waits for a disturbed device. Returns when it is time for another look; throws when the waits
   * exceed their bound.
   */
  void rest(DeviceState disturbed);
}
