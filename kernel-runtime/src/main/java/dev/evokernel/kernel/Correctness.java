package dev.evokernel.kernel;

import java.util.Map;

/**
 * Reference and tolerances of a kernel.
 *
 * @param repeatsBits whether equal launches must give equal bits
 * @param likeDefault whether a candidate must give the default's bits
 * @param batch dimension on whose size the bits of a row must not depend; empty for none
 */
public record Correctness(
    Reference reference,
    Map<ElementType, Tolerance> tolerances,
    boolean repeatsBits,
    boolean likeDefault,
    String batch) {

  public Correctness {
    tolerances = Map.copyOf(tolerances);
  }

  /** Whether shapes are compared with each other, so that all need one configuration. */
  public boolean isAcrossShapes() {
    return !batch.isEmpty();
  }
}
