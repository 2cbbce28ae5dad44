package dev.evokernel.kernel.source;

import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Tolerance;
import java.util.Map;
import java.util.Optional;

/**
 * Reference of a kernel, and the tolerance of each floating type among its outputs.
 *
 * @param repeatsBits whether launches on equal inputs must give equal bits; otherwise each result
 *     must be within tolerance
 */
public record Correctness(
    Reference reference, Map<ElementType, Tolerance> tolerances, boolean repeatsBits) {

  public Correctness {
    tolerances = Map.copyOf(tolerances);
  }

  /** What the correctness gate lets pass on request. */
  public Optional<String> weakness() {
    return Optional.of(
            "results may differ from launch to launch within tolerance (repeatable:"
                + " within-tolerance), so races within tolerance pass")
        .filter(_ -> !repeatsBits);
  }
}
