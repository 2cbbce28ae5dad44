package dev.evokernel.expr;

/** Bounds of a real. Rounding to the nearest double is monotone, so they need no widening. */
final class RealBounds {

  private final IntegerBounds shared;
  double low;
  double high;

  /**
   * @param shared notes whether a result may not exist
   */
  RealBounds(IntegerBounds shared) {
    this.shared = shared;
  }

  void set(double least, double greatest) {
    low = least;
    high = greatest;
  }

  void unknown() {
    shared.fails = true;
    set(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  void hull(double a, double b, double c, double d) {
    finite(Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
  }

  void finite(double least, double greatest) {
    if (Double.isFinite(least) && Double.isFinite(greatest)) {
      set(least, greatest);
    } else {
      unknown();
    }
  }
}
