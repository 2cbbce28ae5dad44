package dev.evokernel.kernel;

import org.jspecify.annotations.Nullable;

/**
 * What is compiled and how it is called.
 *
 * @param source what a candidate is compiled from
 * @param signature what the function takes
 * @param launch the grid, or null on a backend without grids
 */
public record EntryPoint(Source source, Signature signature, @Nullable LaunchGeometry launch) {

  /** The same call, compiled from another source with the same signature. */
  public EntryPoint with(Source other) {
    return new EntryPoint(other, signature, launch);
  }
}
