package dev.evokernel.outcome;

import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;

/**
 * Sensor readings of a device: the worst of each over a period. Unknown readings are empty.
 *
 * @param coreMegahertz lowest core clock
 * @param memoryMegahertz lowest memory clock
 * @param watts highest power
 * @param celsius highest temperature
 * @param load maximum number of runnable threads on a CPU's cores
 */
public record DeviceReadings(
    OptionalDouble coreMegahertz,
    OptionalDouble memoryMegahertz,
    OptionalDouble watts,
    OptionalDouble celsius,
    OptionalDouble load) {

  private static final OptionalDouble EMPTY = OptionalDouble.empty();

  public static final DeviceReadings NONE = new DeviceReadings(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY);

  /** Returns the worse of each reading. */
  DeviceReadings plus(DeviceReadings later) {
    return new DeviceReadings(
        either(coreMegahertz, later.coreMegahertz, Math::min),
        either(memoryMegahertz, later.memoryMegahertz, Math::min),
        either(watts, later.watts, Math::max),
        either(celsius, later.celsius, Math::max),
        either(load, later.load, Math::max));
  }

  private static OptionalDouble either(
      OptionalDouble a, OptionalDouble b, DoubleBinaryOperator worse) {
    if (a.isPresent() && b.isPresent()) {
      return OptionalDouble.of(worse.applyAsDouble(a.getAsDouble(), b.getAsDouble()));
    }
    return a.isPresent() ? a : b;
  }
}
