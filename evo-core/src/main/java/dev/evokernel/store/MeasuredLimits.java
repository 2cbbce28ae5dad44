package dev.evokernel.store;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What evo's probe kernels reached on a device. It is no bound: another program may reach more.
 *
 * @param backend of the device
 * @param device with its driver: under another one it is measured again
 * @param limits what the device tells of itself
 * @param compiler of the probes
 * @param host on which machine
 * @param measured when
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
      throw new IllegalArgumentException("A quantity was measured twice: " + figures);
    }
  }

  public Optional<Figure> figure(Quantity quantity) {
    return figures.stream().filter(figure -> figure.quantity() == quantity).findFirst();
  }

  /** Empty where it could not be measured. */
  public OptionalDouble perSecond(Quantity quantity) {
    return figure(quantity)
        .map(figure -> OptionalDouble.of(figure.perSecond()))
        .orElse(OptionalDouble.empty());
  }

  /** The lowest core clock while they were measured; empty on a device that does not tell. */
  public OptionalDouble megahertz() {
    return figures.stream().flatMapToDouble(figure -> figure.megahertz().stream()).min();
  }
}
