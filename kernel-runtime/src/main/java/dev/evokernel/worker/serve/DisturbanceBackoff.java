package dev.evokernel.worker.serve;

import module java.base;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.measure.DeviceMonitor;
import dev.evokernel.outcome.DeviceState;

/**
 * A monitor that waits while the device is throttled or disturbed. Each wait is longer than the one
 * before, up to a total after which the measurement fails. A run that stops with a reason is better
 * than a night without measurements.
 */
final class DisturbanceBackoff implements DeviceMonitor {

  static final Duration FIRST = Duration.ofMillis(50);
  static final Duration LONGEST = Duration.ofSeconds(5);

  /** Limit of all waits of one measurement together. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private final Supplier<DeviceState> device;
  private final Consumer<Duration> pause;
  private Duration next = FIRST;
  private Duration waited = Duration.ZERO;

  /** The pause sleeps, and asks the coordinator to extend its deadline by an equal time. */
  DisturbanceBackoff(Supplier<DeviceState> device, Consumer<Duration> pause) {
    this.device = device;
    this.pause = pause;
  }

  @Override
  public DeviceState look() {
    return device.get();
  }

  /**
   * @throws EnvironmentException once the waits add up to {@link #PATIENCE}
   */
  @Override
  public void rest(DeviceState disturbed) {
    if (waited.compareTo(PATIENCE) >= 0) {
      throw new EnvironmentException(
          String.format(
              Locale.ROOT,
              "The device is still throttled or disturbed after %d s of waiting: %s; %d"
                  + " samples were discarded. See its temperature, power and processes"
                  + " (nvidia-smi -q -d PERFORMANCE,TEMPERATURE,POWER,PIDS), and try again when it"
                  + " is undisturbed.",
              waited.toSeconds(),
              disturbed.disturbance(),
              disturbed.discarded()));
    }
    pause.accept(next);
    waited = waited.plus(next);
    Duration longer = next.multipliedBy(2);
    next = longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
  }
}
