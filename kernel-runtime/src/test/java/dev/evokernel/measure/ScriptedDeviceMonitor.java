package dev.evokernel.measure;

import module java.base;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Throttle;

/** Sees what a script says, and counts how often the device was given a rest. */
final class ScriptedDeviceMonitor implements DeviceMonitor {

  static final DeviceState FINE = state(1980, Set.of(Throttle.POWER_CAP));
  static final DeviceState HOT = state(700, Set.of(Throttle.HARDWARE_THERMAL));

  /** A device of which nothing is known. */
  static final DeviceMonitor UNDISTURBED = new ScriptedDeviceMonitor(_ -> DeviceState.UNKNOWN);

  private final IntFunction<DeviceState> script;
  private int looks;
  private int rests;

  /**
   * @param script by the number of the look, from 0
   */
  ScriptedDeviceMonitor(IntFunction<DeviceState> script) {
    this.script = script;
  }

  int rests() {
    return rests;
  }

  @Override
  public DeviceState look() {
    return script.apply(looks++);
  }

  @Override
  public void rest(DeviceState disturbed) {
    rests++;
    if (rests > 100) {
      throw new IllegalStateException("Still " + disturbed.disturbance());
    }
  }

  private static DeviceState state(double megahertz, Set<Throttle> throttles) {
    return new DeviceState(
        OptionalDouble.of(megahertz),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        throttles,
        OptionalInt.empty(),
        false,
        0);
  }
}
