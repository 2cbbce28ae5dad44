package dev.evokernel.expr.value;

/** Bounds of a real. Rounding to the nearest double is monotone: bounds need no widening. */
public final class RealBounds {

  /** Replaces the right operand's bounds by the result's; the left operand is in [l, h]. */
  @FunctionalInterface
  public interface Rule {
    void of(RealBounds right, double l, double h);
  }

  private final IntegerBounds shared;
  public double low;
  public double high;

  /**
   * @param shared records whether the evaluation may fail
   */
  public RealBounds(IntegerBounds shared) {
    this.shared = shared;
  }

  public void set(double least, double greatest) {
    low = least;
    high = greatest;
  }

  public void unknown() {
    shared.fails = true;
    set(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
  }

  public void absolute() {
    if (low < 0) {
      set(high < 0 ? -high : 0, Math.max(-low, high));
    }
  }

  public void product(double l, double h) {
    hull(l * low, l * high, h * low, h * high);
  }

  public void ratio(double l, double h) {
    if (low <= 0 && high >= 0) {
      unknown();
    } else {
      hull(l / low, l / high, h / low, h / high);
    }
  }

  public void remainder(double l, double h) {
    if (low <= 0) {
      unknown();
    } else {
      set(0, l >= 0 ? high : Math.nextUp(high));
    }
  }

  private void hull(double a, double b, double c, double d) {
    finite(Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
  }

  public void finite(double least, double greatest) {
    if (Double.isFinite(least) && Double.isFinite(greatest)) {
      set(least, greatest);
    } else {
      unknown();
    }
  }
}
