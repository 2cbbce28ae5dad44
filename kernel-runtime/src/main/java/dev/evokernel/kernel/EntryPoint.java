package dev.evokernel.kernel;

import org.jspecify.annotations.Nullable;

/**
 * What is compiled and how it is called.
 *
 * @param source what a candidate is compiled from
 * @param signature what the function takes
 * @param launch the grid, or null on a backend without grids
 * @param macros that depend on the shape, beside those of the parameters
 */
public record EntryPoint(
    Source source, Signature signature, @Nullable LaunchGeometry launch, ShapeMacros macros) {

  /** One whose macros are the parameters alone. */
  public EntryPoint(Source source, Signature signature, @Nullable LaunchGeometry launch) {
    this(source, signature, launch, ShapeMacros.NONE);
  }

  /** The same call, compiled from another source with the same signature. */
  public EntryPoint with(Source other) {
    return new EntryPoint(other, signature, launch, macros);
  }

  /** The same call on one shape, which decides the types of some buffers. */
  EntryPoint on(Shape shape) {
    return new EntryPoint(source, signature.on(shape), launch, macros);
  }
}
