package dev.evokernel.backend;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Special;
import java.util.Optional;

/**
 * One set of inputs.
 *
 * @param seed of what is random in them
 * @param special how the arguments that allow it are filled; empty for the usual inputs
 */
public record InputSet(long seed, Optional<Special> special) {

  /** The usual inputs. */
  public static InputSet usual(long seed) {
    return new InputSet(seed, Optional.empty());
  }

  public static InputSet special(long seed, Special special) {
    return new InputSet(seed, Optional.of(special));
  }

  /** How one of the inputs is filled. */
  public Fill fill(Argument.Buffer input) {
    return input.fill(special);
  }

  /** For example {@code 42} or {@code 42 large}: part of the names of files. */
  String key() {
    return seed + special.map(kind -> " " + kind.label()).orElse("");
  }

  /** For example {@code seed 42, special input 'large'}. */
  @Override
  public String toString() {
    return "seed "
        + seed
        + special.map(kind -> ", special input '" + kind.label() + "'").orElse("");
  }
}
