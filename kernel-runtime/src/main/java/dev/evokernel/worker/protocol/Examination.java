package dev.evokernel.worker.protocol;

import dev.evokernel.kernel.data.Shape;
import java.util.List;

/**
 * What is verified besides before a candidate may become the best.
 *
 * @param fuzzed random shapes beside the declared ones
 * @param special whether special inputs are tried, where the kernel allows them
 */
public record Examination(List<Shape> fuzzed, boolean special) {

  public static final Examination NONE = new Examination(List.of(), false);

  public Examination {
    fuzzed = List.copyOf(fuzzed);
  }
}
