package dev.evokernel.store.run;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.store.record.Figure;
import dev.evokernel.store.record.Quantity;

/**
 * Limits of a device that evo's probe kernels reached. Another program may exceed them.
 *
 * @param device with its driver; the limits do not hold for another driver
 * @param limits that the device reports about itself
 * @param compiler of the probes
 * @param host the machine's name
 * @param measured time of the measurement
 * @param figures at most one for each quantity
 */
public record MeasuredLimits(
    String backend,
    DeviceIdentity device,
    DeviceLimits limits,
    String compiler,
    String host,
    Instant measured,
    List<Figure> figures) {

  public MeasuredLimits {
    figures = List.copyOf(figures);
    if (figures.stream().map(Figure::quantity).distinct().count() < figures.size()) {
      throw new IllegalArgumentException("duplicate quantity in " + figures);
    }
  }

  public Optional<Figure> figure(Quantity quantity) {
    return figures.stream().filter(figure -> figure.quantity() == quantity).findFirst();
  }

  public OptionalDouble perSecond(Quantity quantity) {
    return figure(quantity)
        .map(figure -> OptionalDouble.of(figure.perSecond()))
        .orElse(OptionalDouble.empty());
  }

  /** The lowest core clock during the measurements; empty if the device reports none. */
  public OptionalDouble megahertz() {
    return figures.stream().flatMapToDouble(figure -> figure.megahertz().stream()).min();
  }
}
