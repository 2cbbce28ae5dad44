package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;

/**
 * Judges stretches of samples by the state of the device: what was taken while it was throttled, or
 * while another process computed on it, is thrown away, counted and reported.
 *
 * <p>A look costs milliseconds, so it follows a stretch of samples and not each. The idea of
 * discarding is nvbench's.
 */
final class SampleMonitor {

  private final DeviceMonitor attendant;
  private DeviceState seen = DeviceState.UNKNOWN;

  SampleMonitor(DeviceMonitor attendant) {
    this.attendant = attendant;
  }

  /** Waits until the device is fit to be measured on. */
  void begin() {
    DeviceState state = attendant.look();
    while (state.isDisturbed()) {
      seen = seen.plus(state.discarding(0));
      attendant.rest(seen);
      state = attendant.look();
    }
    seen = seen.plus(state);
  }

  /**
   * Whether the samples since the last call count. Where not, the device is fit again on return.
   *
   * @param samples how many they are
   */
  boolean accepts(int samples) {
    DeviceState state = attendant.look();
    if (!state.isDisturbed()) {
      seen = seen.plus(state);
      return true;
    }
    seen = seen.plus(state.discarding(samples));
    attendant.rest(seen);
    begin();
    return false;
  }

  /** All that was seen so far. */
  DeviceState state() {
    return seen;
  }
}
