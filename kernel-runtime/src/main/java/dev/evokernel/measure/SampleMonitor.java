package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;

/**
 * Filter that discards and counts samples of a throttled or shared device, as nvbench does. A look
 * costs milliseconds and therefore follows many samples.
 */
final class SampleMonitor {

  private final DeviceMonitor monitor;
  private DeviceState seen = DeviceState.UNKNOWN;

  SampleMonitor(DeviceMonitor monitor) {
    this.monitor = monitor;
  }

  /** Waits until the device is undisturbed. */
  void begin() {
    DeviceState state = monitor.look();
    while (state.isDisturbed()) {
      seen = seen.plus(state.discarding(0));
      monitor.rest(seen);
      state = monitor.look();
    }
    seen = seen.plus(state);
  }

  /**
   * Whether the samples since the last call count; otherwise waits until the device is undisturbed.
   */
  boolean accepts(int samples) {
    DeviceState state = monitor.look();
    if (!state.isDisturbed()) {
      seen = seen.plus(state);
      return true;
    }
    seen = seen.plus(state.discarding(samples));
    monitor.rest(seen);
    begin();
    return false;
  }

  /** Counts what was discarded since the last call, and returns the state of all calls. */
  DeviceState end() {
    seen = seen.plus(DeviceState.UNKNOWN.discarding(monitor.look().discarded()));
    return seen;
  }

  DeviceState state() {
    return seen;
  }
}
