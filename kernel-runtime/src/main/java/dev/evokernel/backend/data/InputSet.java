package dev.evokernel.backend.data;

import dev.evokernel.kernel.data.Argument;
import dev.evokernel.kernel.data.Fill;
import dev.evokernel.kernel.data.Special;
import java.util.Optional;

/**
 * Set of inputs.
 *
 * @param seed of the random elements
 * @param special fill of the arguments that allow one; empty for the usual inputs
 */
public record InputSet(long seed, Optional<Special> special) {

  public static InputSet usual(long seed) {
    return new InputSet(seed, Optional.empty());
  }

  public static InputSet special(long seed, Special special) {
    return new InputSet(seed, Optional.of(special));
  }

  public Fill fill(Argument.Buffer input) {
    return input.fill(special);
  }

  /** Part of file names, for example {@code 42} or {@code 42 large}. */
  public String key() {
    return seed + special.map(kind -> " " + kind.label()).orElse("");
  }

  /** Text such as {@code seed 42, special input 'large'}. */
  @Override
  public String toString() {
    return "seed "
        + seed
        + special.map(kind -> ", special input '" + kind.label() + "'").orElse("");
  }
}
