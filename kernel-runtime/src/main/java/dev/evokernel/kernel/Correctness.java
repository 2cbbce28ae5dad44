package dev.evokernel.kernel;

import java.util.Map;

/**
 * Criteria for a correct result.
 *
 * @param reference source of the expected outputs
 * @param tolerances tolerance of each floating type among the outputs
 */
public record Correctness(Reference reference, Map<ElementType, Tolerance> tolerances) {

  public Correctness {
    tolerances = Map.copyOf(tolerances);
  }
}
