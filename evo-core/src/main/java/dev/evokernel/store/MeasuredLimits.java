package dev.evokernel.store;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.store.MeasuredLimits.Quantity;

/**
 * Limits of a device that evo's probe kernels reached. Another program may exceed them.
 *
 * @param device with its driver; the limits do not hold for another driver
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

  /** Measured quantity of a device. */
  public enum Quantity implements Labelled {
    /** Copy in memory, bytes read and written. */
    MEMORY("memory bandwidth", Unit.BYTES),
    /** Copy of data that stays in the last-level cache between launches. */
    CACHE("last-level cache bandwidth", Unit.BYTES),
    /** Fused f32 multiply-adds on the vector units. */
    F32("f32 multiply and add", Unit.FLOPS),
    /** f16 products with f32 sums on the tensor cores. */
    F16("f16 tensor cores", Unit.FLOPS),
    /** bf16 products with f32 sums on the tensor cores. */
    BF16("bf16 tensor cores", Unit.FLOPS),
    /** An almost empty launch among many: in a graph on a GPU, a call on a CPU. */
    LAUNCH("a launch among many", Unit.LAUNCHES),
    /** An almost empty launch alone. */
    SINGLE_LAUNCH("a launch by itself", Unit.LAUNCHES),
    /** An almost empty parallel region with all threads. */
    REGION("a parallel region", Unit.LAUNCHES);

    public enum Unit {
      BYTES,
      FLOPS,
      LAUNCHES
    }

    private final String title;
    private final Unit unit;

    Quantity(String title, Unit unit) {
      this.title = title;
      this.unit = unit;
    }

    /** Name in words, for example {@code memory bandwidth}. */
    public String title() {
      return title;
    }

    public Unit unit() {
      return unit;
    }
  }

  /**
   * Measured limit of a device.
   *
   * @param amount bytes, operations or launches of one launch
   * @param how the fastest configuration and shape, in words
   * @param megahertz the lowest core clock during the measurement; empty if the device reports none
   */
  public record Figure(
      Quantity quantity,
      double amount,
      double p50,
      int samples,
      String how,
      OptionalDouble megahertz) {

    public Figure {
      if (!(amount > 0 && p50 > 0 && samples > 0)) {
        throw new IllegalArgumentException(
            "%s: amount, p50 and samples must be > 0, were %s, %s ns and %d."
                .formatted(quantity.title(), amount, p50, samples));
      }
    }

    public double perSecond() {
      return amount / p50 * 1e9;
    }
  }
}
