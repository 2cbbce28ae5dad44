package dev.evokernel.worker;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.measure.DeviceMonitor;
import dev.evokernel.outcome.DeviceState;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * Waits for a device that is throttled or disturbed, longer each time, and not for ever: a run that
 * goes on all night and measures nothing would be worse than one that says why it stops.
 */
final class DisturbanceBackoff implements DeviceMonitor {

  /** Sleeps, and lets the coordinator know that nobody is stuck. */
  @FunctionalInterface
  interface Pause {
    void sleep(Duration time);
  }

  static final Duration FIRST = Duration.ofMillis(50);
  static final Duration LONGEST = Duration.ofSeconds(5);

  /** For one measurement, all waits together. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Supplier<DeviceState> device;
  private final Pause pause;
  private Duration next = FIRST;
  private Duration waited = Duration.ZERO;

  DisturbanceBackoff(Supplier<DeviceState> device, Pause pause) {
    this.device = device;
    this.pause = pause;
  }

  @Override
  public DeviceState look() {
    return device.get();
  }

  /**
   * @throws EnvironmentException if the device has been given {@link #PATIENCE} already
   */
  @Override
  public void rest(DeviceState disturbed) {
    if (waited.compareTo(PATIENCE) >= 0) {
      throw new EnvironmentException(
          String.format(
              Locale.ROOT,
              "The device is not fit to be measured on, and waiting %d s did not help: %s; %d"
                  + " samples were thrown away. See its temperature, power and processes"
                  + " (nvidia-smi -q -d PERFORMANCE,TEMPERATURE,POWER,PIDS); resume the run when it"
                  + " is itself again.",
              waited.toSeconds(),
              disturbed.disturbance(),
              disturbed.discarded()));
    }
    pause.sleep(next);
    waited = waited.plus(next);
    Duration longer = next.multipliedBy(2);
    next = longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
  }
}
