package dev.evokernel.spec;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.stats.Objective;
import java.util.List;

/**
 * What is tuned.
 *
 * @param kernel read from the run's own copy of the kernel, so that editing the original cannot mix
 *     two kernels in one run
 * @param shapes the shapes to optimise for, in the kernel's order, each with the state of the
 *     caches at its timed launches
 * @param objective what is minimised
 */
public record Problem(Kernel kernel, List<Shape> shapes, Objective objective) {

  public Problem {
    shapes = List.copyOf(shapes);
  }
}
