package dev.evokernel.outcome;

import java.util.OptionalDouble;
import java.util.function.DoubleBinaryOperator;

/**
 * What a device's sensors say; of several readings, each number is the worst. What a device does
 * not tell is empty.
 *
 * @param coreMegahertz the lowest clock of its cores
 * @param memoryMegahertz the lowest clock of its memory
 * @param watts the most power that it drew
 * @param celsius its highest temperature
 * @param load the most threads that wanted to run on its cores; of a processor
 */
public record DeviceReadings(
    OptionalDouble coreMegahertz,
    OptionalDouble memoryMegahertz,
    OptionalDouble watts,
    OptionalDouble celsius,
    OptionalDouble load) {

  private static final OptionalDouble EMPTY = OptionalDouble.empty();

  public static final DeviceReadings NONE = new DeviceReadings(EMPTY, EMPTY, EMPTY, EMPTY, EMPTY);

  /** The worse of each number. */
  DeviceReadings plus(DeviceReadings later) {
    return new DeviceReadings(
        either(coreMegahertz, later.coreMegahertz, Math::min),
        either(memoryMegahertz, later.memoryMegahertz, Math::min),
        either(watts, later.watts, Math::max),
        either(celsius, later.celsius, Math::max),
        either(load, later.load, Math::max));
  }

  private static OptionalDouble either(
      OptionalDouble one, OptionalDouble other, DoubleBinaryOperator both) {
    if (one.isPresent() && other.isPresent()) {
      return OptionalDouble.of(both.applyAsDouble(one.getAsDouble(), other.getAsDouble()));
    }
    return one.isPresent() ? one : other;
  }
}
