package dev.evokernel.kernel.source;

import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Tolerance;
import java.util.Map;

/**
 * Reference and tolerances of a kernel.
 *
 * @param repeatsBits whether equal launches must give equal bits
 * @param likeDefault whether a candidate must give the default's bits
 */
public record Correctness(
    Reference reference,
    Map<ElementType, Tolerance> tolerances,
    boolean repeatsBits,
    boolean likeDefault) {

  public Correctness {
    tolerances = Map.copyOf(tolerances);
  }
}
