package dev.evokernel.kernel.source;

import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Signature;
import dev.evokernel.kernel.space.LaunchGeometry;
import org.jspecify.annotations.Nullable;

/**
 * Source of a kernel and the call of its entry. The launch is null on a backend without grids; the
 * macros depend on the shape.
 */
public record EntryPoint(
    Source source, Signature signature, @Nullable LaunchGeometry launch, ShapeMacros macros) {

  /** Replaces the source by one with the same signature. */
  public EntryPoint with(Source replacement) {
    return new EntryPoint(replacement, signature, launch, macros);
  }

  /** Fixes the buffer types that the shape decides. */
  public EntryPoint on(Shape shape) {
    return new EntryPoint(source, signature.on(shape), launch, macros);
  }
}
