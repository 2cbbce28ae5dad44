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
 * @param depends parameters that decide the expected outputs
 */
public record Correctness(
    Reference reference,
    Map<ElementType, Tolerance> tolerances,
    boolean repeatsBits,
    boolean likeDefault,
    List<String> depends) {

  public Correctness {
    tolerances = Map.copyOf(tolerances);
    depends = List.copyOf(depends);
  }
}
