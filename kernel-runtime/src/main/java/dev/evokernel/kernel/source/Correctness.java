package dev.evokernel.kernel.source;

import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Tolerance;
import java.util.Map;

/** Reference of a kernel, and the tolerance of each floating type among its outputs. */
public record Correctness(Reference reference, Map<ElementType, Tolerance> tolerances) {

  public Correctness {
    tolerances = Map.copyOf(tolerances);
  }
}
