package dev.evokernel.store;

import java.util.OptionalDouble;

/**
 * One measured limit of a device.
 *
 * @param amount bytes, operations or launches of one launch
 * @param p50 of its time, in nanoseconds
 * @param samples behind it
 * @param how the fastest configuration and shape, in words
 * @param megahertz the lowest core clock meanwhile; empty on a device that does not tell
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
          "%s: %s in %s ns from %d samples cannot be."
              .formatted(quantity.title(), amount, p50, samples));
    }
  }

  /** Bytes, operations or launches a second. */
  public double perSecond() {
    return amount / p50 * 1e9;
  }
}
