package dev.evokernel.store.record;

import java.util.OptionalDouble;

/**
 * Measured limit of a device.
 *
 * @param amount bytes, operations or launches of one launch
 * @param p50 nanoseconds of one launch
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

  /** Bytes, operations or launches per second. */
  public double perSecond() {
    return amount / p50 * 1e9;
  }
}
