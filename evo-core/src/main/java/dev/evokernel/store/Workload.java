package dev.evokernel.store;

import dev.evokernel.kernel.Shape;

/**
 * A shape of a run, and what one launch on it has to do at the least.
 *
 * @param flops floating-point operations; 0 when unknown
 * @param bytes bytes moved to and from memory; 0 when unknown
 */
public record Workload(Shape shape, double flops, double bytes) {
  public Workload {
    if (!(flops >= 0 && bytes >= 0)) {
      throw new IllegalArgumentException(
          "The work of shape '"
              + shape.name()
              + "' is not negative: "
              + flops
              + " flops, "
              + bytes
              + " bytes.");
    }
  }
}
