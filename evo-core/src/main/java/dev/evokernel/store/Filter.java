package dev.evokernel.store;

import java.util.Optional;

/**
 * Filter of leaderboard rows.
 *
 * @param device part of the device's model or its full id, in any case, for example {@code h200}
 * @param limit maximum number of rows for each kernel, shape and device
 */
public record Filter(
    Optional<String> kernel, Optional<String> shape, Optional<String> device, int limit) {

  public Filter {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be ≥ 1, was " + limit + ".");
    }
  }

  /** Matches a name against the filter's kernel and shape. */
  public boolean names(String name) {
    return kernel.equals(Optional.of(name)) || shape.equals(Optional.of(name));
  }

  /** Every row of one kernel. */
  public static Filter of(String kernel) {
    return new Filter(Optional.of(kernel), Optional.empty(), Optional.empty(), Integer.MAX_VALUE);
  }

  public static Filter everything(int limit) {
    return new Filter(Optional.empty(), Optional.empty(), Optional.empty(), limit);
  }
}
