package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;

/** Whoever keeps an eye on the device while samples are taken. */
public interface DeviceMonitor {

  /** What the device was like since the last look. */
  DeviceState look();

  /**
   * Gives a disturbed device time. Returns when it is worth another look; throws once it has been
   * given enough of it.
   */
  void rest(DeviceState disturbed);
}
