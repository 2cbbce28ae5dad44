package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;

/**
 * Discards stretches of samples that were taken while the device was throttled or another process
 * computed on it; they are counted and reported.
 *
 * <p>A look costs milliseconds, so it follows a stretch of samples and not each. Discarding follows
 * nvbench.
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
   * Whether the samples since the last call count. If not, the device is undisturbed on return.
   *
   * @param samples the number of samples since the last call
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

  /** All that was seen so far. */
  DeviceState state() {
    return seen;
  }
}
