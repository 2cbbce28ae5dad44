package dev.evokernel.outcome;

import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;

/**
 * Sensor readings of a device: lowest clocks, highest power and temperature, and the maximum number
 * of runnable threads on a CPU's cores. Unknown readings are empty.
 */
public record DeviceReadings(
    OptionalDouble coreMegahertz,
    OptionalDouble memoryMegahertz,
    OptionalDouble watts,
    OptionalDouble celsius,
    OptionalDouble load) {

  private static final OptionalDouble EMPTY = OptionalDouble.empty();

  public static final DeviceReadings NONE = new DeviceReadings(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY);

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
