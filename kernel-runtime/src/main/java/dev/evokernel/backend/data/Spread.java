package dev.evokernel.backend.data;

import module java.base;

import dev.evokernel.kernel.data.Tolerance;

/**
 * Range of the expected elements of one output.
 *
 * @param argument the output's name
 * @param low the smallest finite element
 * @param high the largest finite element; below {@code low} where none is finite
 * @param usualLow like {@code low}, without the tenth of the parts that has the lowest elements
 * @param usualHigh like {@code high}, without the tenth of the parts that has the highest
 */
public record Spread(String argument, double low, double high, double usualLow, double usualHigh) {

  private static final int LEFT_OUT = 10;

  public Spread(String argument, double low, double high) {
    this(argument, low, high, low, high);
  }

  /** Joins the ranges of an output's parts; a part without finite elements has infinite ends. */
  public static Spread of(String argument, DoubleStream lows, DoubleStream highs) {
    double[] low = lows.filter(Double::isFinite).sorted().toArray();
    double[] high = highs.filter(Double::isFinite).sorted().toArray();
    int last = high.length - 1;
    return last < 0
        ? new Spread(argument, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)
        : new Spread(
            argument, low[0], high[last], low[low.length / LEFT_OUT], high[last - last / LEFT_OUT]);
  }

  /** Largest magnitude; 0 where no element is finite. */
  public double magnitude() {
    return high < low ? 0 : Math.max(Math.abs(low), Math.abs(high));
  }

  /** Weakness of the correctness gate on these elements; empty if there is none. */
  public Optional<String> weakness(Tolerance tolerance) {
    String all = usualLow > low || usualHigh < high ? "nearly all" : "all";
    double magnitude = new Spread(argument, usualLow, usualHigh).magnitude();
    double allowed = tolerance.absolute() + tolerance.relative() * magnitude;
    if (magnitude <= tolerance.absolute()) {
      return Optional.of(
          "%s of '%s' lies within %s of zero, and an output of zeros would pass"
              .formatted(all, argument, tolerance.absolute()));
    }
    return usualHigh - usualLow <= 2 * allowed
        ? Optional.of(
            "%s of '%s' lies between %s and %s, and an output of one constant would pass"
                .formatted(all, argument, usualLow, usualHigh))
        : Optional.empty();
  }
}
