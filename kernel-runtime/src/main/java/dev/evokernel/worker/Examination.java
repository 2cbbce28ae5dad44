package dev.evokernel.worker;

import dev.evokernel.kernel.Shape;
import java.util.List;

/**
 * What is asked of a candidate that may lead, beyond what every candidate is asked.
 *
 * @param fuzzed shapes that nobody declared
 * @param special whether the inputs are special, too, where the kernel allows it
 */
public record Examination(List<Shape> fuzzed, boolean special) {

  public static final Examination NONE = new Examination(List.of(), false);

  public Examination {
    fuzzed = List.copyOf(fuzzed);
  }
}
