package dev.evokernel.expr;

/** Bounds of a real. Rounding to the nearest double is monotone: bounds need no widening. */
final class RealBounds {

  /** Replaces the right operand's bounds by the result's; the left operand is in [l, h]. */
  @FunctionalInterface
  interface Rule {
    void of(RealBounds right, double l, double h);
  }

  private final IntegerBounds shared;
  double low;
  double high;

  /**
   * @param shared records whether the evaluation may fail
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

  void absolute() {
    if (low < 0) {
      set(high < 0 ? -high : 0, Math.max(-low, high));
    }
  }

  void product(double l, double h) {
    hull(l * low, l * high, h * low, h * high);
  }

  void ratio(double l, double h) {
    if (low <= 0 && high >= 0) {
      unknown();
    } else {
      hull(l / low, l / high, h / low, h / high);
    }
  }

  void remainder(double l, double h) {
    if (low <= 0) {
      unknown();
    } else {
      set(0, l >= 0 ? high : Math.nextUp(high));
    }
  }

  private void hull(double a, double b, double c, double d) {
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
