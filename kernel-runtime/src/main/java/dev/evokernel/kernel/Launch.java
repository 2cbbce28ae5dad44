package dev.evokernel.kernel;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One of the launches that run one after the other and compute the outputs together.
 *
 * @param geometry null on a backend without grids
 * @param arguments names of the arguments that the entry takes, in the order of its parameters;
 *     empty for all that are passed
 */
public record Launch(@Nullable LaunchGeometry geometry, Optional<List<String>> arguments) {

  /** Call with all arguments on a backend without grids. */
  public static final Launch CALL = of(null);

  public Launch {
    arguments = arguments.map(List::copyOf);
  }

  /** Launch with all arguments. */
  public static Launch of(@Nullable LaunchGeometry geometry) {
    return new Launch(geometry, Optional.empty());
  }
}
