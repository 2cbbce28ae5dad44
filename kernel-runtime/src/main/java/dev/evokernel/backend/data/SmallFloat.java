package dev.evokernel.backend.data;

import dev.evokernel.kernel.ElementType;

/**
 * Floating-point numbers of at most eight bits, as the Open Compute Project defines them. The steps
 * must stay equal to those of {@code inspection.cu}.
 */
final class SmallFloat {

  private SmallFloat() {}

  /** Rounds to nearest, ties to even; a number beyond the largest becomes infinity or saturates. */
  static int code(ElementType type, double value) {
    int fraction = type.fraction();
    int lowest = lowest(type);
    int sign = Double.doubleToRawLongBits(value) < 0 ? 1 << (type.bits() - 1) : 0;
    double magnitude = Math.min(Math.abs(value), type.largest());
    if (Double.isNaN(value)) {
      return sign | (-1 >>> (Integer.SIZE - type.bits() + 1));
    }
    if (magnitude >= type.overflow()) {
      return sign | (((1 << (type.bits() - 1 - fraction)) - 1) << fraction);
    }
    int exponent = Math.max(Math.getExponent(magnitude), lowest);
    int units = (int) Math.rint(Math.scalb(magnitude, fraction - exponent));
    return sign | (((exponent - lowest) << fraction) + units);
  }

  static double value(ElementType type, int code) {
    int fraction = type.fraction();
    int largest = -1 >>> (Integer.SIZE - type.bits() + 1);
    int magnitude = code & largest;
    int exponent = magnitude >> fraction;
    int units = magnitude & ((1 << fraction) - 1);
    double value =
        Math.scalb(
            (double) (exponent == 0 ? units : units + (1 << fraction)),
            Math.max(exponent, 1) - 1 + lowest(type) - fraction);
    if (type == ElementType.F8E5M2 && exponent == 31) {
      value = units == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
    } else if (type == ElementType.F8E4M3 && magnitude == largest) {
      value = Double.NaN;
    }
    return ((code >> (type.bits() - 1)) & 1) == 0 ? value : -value;
  }

  private static int lowest(ElementType type) {
    return 2 - (1 << (type.bits() - type.fraction() - 2));
  }
}
