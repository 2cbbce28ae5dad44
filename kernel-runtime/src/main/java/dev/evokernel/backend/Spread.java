package dev.evokernel.backend;

import dev.evokernel.kernel.Tolerance;
import java.util.Optional;

/**
 * Between which numbers the expected elements of one output lie.
 *
 * @param argument the output's name
 * @param low the smallest finite one
 * @param high the largest finite one; below {@code low} where none is finite
 */
public record Spread(String argument, double low, double high) {

  /** How far the farthest element is from zero; 0 where none is finite. */
  public double magnitude() {
    return high < low ? 0 : Math.max(Math.abs(low), Math.abs(high));
  }

  /** Why a gate that compares with these elements says little, if so. */
  public Optional<String> weakness(Tolerance tolerance) {
    double allowed = tolerance.absolute() + tolerance.relative() * magnitude();
    if (magnitude() <= tolerance.absolute()) {
      return Optional.of(
          "all of '%s' lies within %s of zero, and nothing but zeros would pass for it"
              .formatted(argument, tolerance.absolute()));
    }
    return high - low <= 2 * allowed
        ? Optional.of(
            "all of '%s' lies between %s and %s, and one number everywhere would pass for it"
                .formatted(argument, low, high))
        : Optional.empty();
  }
}
