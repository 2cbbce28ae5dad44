package dev.evokernel.kernel.source;

import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Tolerance;
import java.util.Map;

/** Reference and tolerances of a kernel, and whether equal launches must give equal bits. */
public record Correctness(
    Reference reference, Map<ElementType, Tolerance> tolerances, boolean repeatsBits) {

  public Correctness {
    tolerances = Map.copyOf(tolerances);
  }
}
