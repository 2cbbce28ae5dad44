package dev.evokernel.kernel;

import java.util.Map;

/**
 * When a kernel's result is right.
 *
 * @param reference what computes the expected outputs
 * @param tolerances for every floating type among the outputs
 */
public record Correctness(Reference reference, Map<ElementType, Tolerance> tolerances) {

  public Correctness {
    tolerances = Map.copyOf(tolerances);
  }
}
