package dev.evokernel.backend.data;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Fill;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.Special;
import java.util.Map;
import java.util.Optional;

/**
 * Set of inputs.
 *
 * @param special fill of the arguments that allow one; empty for the usual inputs
 * @param chosen values of parameters that inputs or expected outputs depend on, where they differ
 *     from the default's
 */
public record InputSet(long seed, Optional<Special> special, Configuration chosen) {

  private static final Configuration DEFAULTS = new Configuration(Map.of());

  public static InputSet usual(long seed) {
    return new InputSet(seed, Optional.empty(), DEFAULTS);
  }

  public static InputSet special(long seed, Special special) {
    return new InputSet(seed, Optional.of(special), DEFAULTS);
  }

  public InputSet of(Kernel kernel, Configuration configuration) {
    return with(kernel.differing(kernel.depended(), configuration));
  }

  /**
   * Returns the inputs that the reference reads: the default's, except for parameters that the
   * expected outputs depend on. A check reads the candidate's.
   */
  public InputSet ofReference(Kernel kernel) {
    return switch (kernel.reference()) {
      case Reference.Judge _ -> this;
      case Reference.Itself(Source _, Configuration configuration) -> of(kernel, configuration);
      case Reference.Compiled _, Reference.Command _ ->
          with(kernel.differing(kernel.counting(), chosen));
    };
  }

  public InputSet with(Configuration values) {
    return new InputSet(seed, special, values);
  }

  /** Values of all parameters: the chosen ones, and the default's. */
  public Configuration configuration(Kernel kernel) {
    return kernel.defaultConfiguration().plain().and(chosen);
  }

  public Fill fill(Argument.Buffer input) {
    return input.fill(special);
  }

  /** Part of file names, for example {@code 42} or {@code 42 large}. */
  public String key() {
    return (seed + special.map(kind -> " " + kind.label()).orElse("") + " " + chosen).strip();
  }

  /** Text such as {@code seed 42, special input 'large'}. */
  @Override
  public String toString() {
    return "seed "
        + seed
        + special.map(kind -> ", special input '" + kind.label() + "'").orElse("")
        + (chosen.values().isEmpty() ? "" : ", inputs for " + chosen);
  }
}
