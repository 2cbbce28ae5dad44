package dev.evokernel.store;

import java.util.Optional;

/**
 * Which part of the leaderboard to show.
 *
 * @param kernel its name
 * @param shape its name
 * @param device part of the device's model or its id, in any case, for example {@code h200}
 * @param limit rows of each kernel, shape and device at most
 */
public record Filter(
    Optional<String> kernel, Optional<String> shape, Optional<String> device, int limit) {

  public Filter {
    if (limit < 1) {
      throw new IllegalArgumentException("A leaderboard has at least one row, not " + limit + ".");
    }
  }

  /** Whether a name is that of its kernel or its shape. */
  public boolean names(String name) {
    return kernel.equals(Optional.of(name)) || shape.equals(Optional.of(name));
  }

  public static Filter everything(int limit) {
    return new Filter(Optional.empty(), Optional.empty(), Optional.empty(), limit);
  }
}
