package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Value;

/** Range from which a dimension or fact of a shape is drawn. */
public sealed interface DrawnFrom {

  /** Syntax in {@code kernel.yaml}: {@code 64..8192}, or {@code 64..8192 step 64}. */
  Pattern INTERVAL =
      Pattern.compile("\\s*(-?\\d+)\\s*\\.\\.\\s*(-?\\d+)(?:\\s+step\\s+(-?\\d+))?\\s*");

  boolean holds(Value value);

  Value draw(RandomGenerator random);

  /**
   * Every {@code step}th integer from {@code low ≥ 0} to {@code high}. An interval that spans a
   * factor of more than {@value #WIDE} is drawn uniformly by logarithm.
   */
  record Interval(long low, long high, long step) implements DrawnFrom {

    private static final int WIDE = 8;

    public Interval {
      if (low < 0 || high < low || step < 1) {
        throw new IllegalArgumentException(
            "An interval needs 0 ≤ low ≤ high and step ≥ 1, was %d..%d step %d."
                .formatted(low, high, step));
      }
    }

    @Override
    public boolean holds(Value value) {
      return value instanceof Value.IntegerValue(long integer)
          && integer >= low
          && integer <= high
          && (integer - low) % step == 0;
    }

    @Override
    public Value draw(RandomGenerator random) {
      // The draw extends one step past the highest and is rounded down: no step is rarer.
      long last = low + (high - low) / step * step;
      double wide = (double) (last + step) / Math.max(1, low);
      long drawn =
          wide > WIDE
              ? (long) (Math.max(1, low) * Math.pow(wide, random.nextDouble()))
              : random.nextLong(low, last + step);
      return Value.of(low + (Math.clamp(drawn, low, last) - low) / step * step);
    }

    @Override
    public String toString() {
      return low + ".." + high + (step == 1 ? "" : " step " + step);
    }
  }

  /** Listed values, equally likely. */
  record Listed(List<Value> values) implements DrawnFrom {

    public Listed {
      values = List.copyOf(values);
      if (values.isEmpty()) {
        throw new IllegalArgumentException("A list to draw from needs at least one value.");
      }
    }

    @Override
    public boolean holds(Value value) {
      return values.contains(value);
    }

    @Override
    public Value draw(RandomGenerator random) {
      return values.get(random.nextInt(values.size()));
    }

    @Override
    public String toString() {
      return values.stream().map(Value::toString).collect(Collectors.joining(", ", "[", "]"));
    }
  }

  /** Parses an interval; empty if the text has another syntax. */
  static Optional<DrawnFrom> interval(String text) {
    Matcher found = INTERVAL.matcher(text);
    if (!found.matches()) {
      return Optional.empty();
    }
    long low;
    long high;
    long step;
    try {
      low = Long.parseLong(found.group(1));
      high = Long.parseLong(found.group(2));
      step = found.group(3) == null ? 1 : Long.parseLong(found.group(3));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("'" + text + "' has a number of more than 64 bits", e);
    }
    if (low < 0) {
      throw new IllegalArgumentException("'" + text + "' begins below 0");
    }
    if (high < low) {
      throw new IllegalArgumentException(
          "'%s' is empty: %d is greater than %d".formatted(text, low, high));
    }
    if (step < 1) {
      throw new IllegalArgumentException("'" + text + "' has a step below 1");
    }
    return Optional.of(new Interval(low, high, step));
  }
}
