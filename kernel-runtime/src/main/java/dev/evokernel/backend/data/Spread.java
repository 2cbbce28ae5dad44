package dev.evokernel.backend.data;

import dev.evokernel.kernel.data.Tolerance;
import java.util.Optional;

/**
 * Range of the expected elements of one output.
 *
 * @param argument the output's name
 * @param low the smallest finite element
 * @param high the largest finite element; below {@code low} where none is finite
 */
public record Spread(String argument, double low, double high) {

  /** Largest magnitude; 0 where no element is finite. */
  public double magnitude() {
    return high < low ? 0 : Math.max(Math.abs(low), Math.abs(high));
  }

  /** Weakness of the correctness gate on these elements; empty if there is none. */
  public Optional<String> weakness(Tolerance tolerance) {
    double allowed = tolerance.absolute() + tolerance.relative() * magnitude();
    if (magnitude() <= tolerance.absolute()) {
      return Optional.of(
          "all of '%s' lies within %s of zero, and an output of zeros would pass"
              .formatted(argument, tolerance.absolute()));
    }
    return high - low <= 2 * allowed
        ? Optional.of(
            "all of '%s' lies between %s and %s, and an output of one constant would pass"
                .formatted(argument, low, high))
        : Optional.empty();
  }
}
