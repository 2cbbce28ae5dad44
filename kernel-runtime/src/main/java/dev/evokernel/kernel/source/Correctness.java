package dev.evokernel.kernel.source;

import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Tolerance;
import java.util.List;
import java.util.Map;

/**
 * Reference and tolerances of a kernel.
 *
 * @param repeatsBits whether equal launches must give equal bits
 * @param likeDefault whether a candidate must give the default's bits
 * @param batch dimension on whose size the bits of a row must not depend; empty for none
 * @param depends parameters that decide the expected outputs
 */
public record Correctness(
    Reference reference,
    Map<ElementType, Tolerance> tolerances,
    boolean repeatsBits,
    boolean likeDefault,
    String batch,
    List<String> depends) {

  public Correctness {
    tolerances = Map.copyOf(tolerances);
    depends = List.copyOf(depends);
  }

  /** Correctness of a kernel whose rows may have other bits in another batch. */
  public Correctness(
      Reference reference,
      Map<ElementType, Tolerance> tolerances,
      boolean repeatsBits,
      boolean likeDefault) {
    this(reference, tolerances, repeatsBits, likeDefault, "", List.of());
  }

  /** Whether shapes are compared with each other, so that all need one configuration. */
  public boolean isAcrossShapes() {
    return !batch.isEmpty();
  }
}
