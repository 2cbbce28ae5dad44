package dev.evokernel.store.run;

import dev.evokernel.kernel.data.Shape;

/**
 * Shape of a run with the least work of one launch.
 *
 * @param flops floating-point operations; 0 if unknown
 * @param bytes moved to and from memory; 0 if unknown
 */
public record Workload(Shape shape, double flops, double bytes) {
  public Workload {
    if (!(flops >= 0 && bytes >= 0)) {
      throw new IllegalArgumentException(
          "The work of shape '%s' must be ≥ 0, was %s flops and %s bytes."
              .formatted(shape.name(), flops, bytes));
    }
  }
}
