package dev.evokernel.worker.protocol;

import dev.evokernel.kernel.Shape;
import java.util.List;

/**
 * Additional verification before a candidate may become the best.
 *
 * @param fuzzed random shapes, verified in addition to the declared shapes
 * @param special whether special inputs are tried if the kernel allows them
 */
public record Examination(List<Shape> fuzzed, boolean special) {

  public static final Examination NONE = new Examination(List.of(), false);

  public Examination {
    fuzzed = List.copyOf(fuzzed);
  }
}
