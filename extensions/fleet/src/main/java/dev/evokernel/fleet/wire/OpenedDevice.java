package dev.evokernel.fleet.wire;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.tool.Peaks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Facts that a worker reports after opening a problem on a device.
 *
 * @param compiler the compiler's version
 * @param opening time to start a device process
 * @param weaknesses shapes on which the correctness gate is weak
 * @param sanitizer approximate time of a launch under the sanitizer; empty without one
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
