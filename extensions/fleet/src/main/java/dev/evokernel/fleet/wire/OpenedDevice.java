package dev.evokernel.fleet.wire;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.backend.tool.Peaks;
import dev.evokernel.kernel.yaml.Printable;

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
    compiler = Printable.line(compiler);
    weaknesses = weaknesses.stream().map(Printable::line).toList();
    if (opening.isNegative() || sanitizer.filter(Duration::isNegative).isPresent()) {
      throw new IllegalArgumentException(
          "opening and sanitizer must be ≥ 0, was %s and %s.".formatted(opening, sanitizer));
    }
  }
}
