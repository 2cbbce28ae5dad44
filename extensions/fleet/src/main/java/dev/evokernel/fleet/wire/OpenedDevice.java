package dev.evokernel.fleet.wire;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.tool.Peaks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a worker found out when it opened a problem on one of its devices.
 *
 * @param compiler its version
 * @param opening what starting a device process took
 * @param weaknesses on which shapes the correctness gate is weak
 * @param sanitizer what a launch under the sanitizer takes, about; empty where none is run
 */
public record OpenedDevice(
    DeviceLimits limits,
    Peaks peaks,
    String compiler,
    Duration opening,
    List<String> weaknesses,
    Optional<Duration> sanitizer) {

  public OpenedDevice {
    weaknesses = List.copyOf(weaknesses);
  }
}
