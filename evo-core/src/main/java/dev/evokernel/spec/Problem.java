package dev.evokernel.spec;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.stats.objective.Objective;
import java.util.List;

/**
 * Kernel, shapes and objective of a run.
 *
 * @param kernel read from the run's own copy, so that edits of the original do not affect the run
 * @param shapes to optimise for, in the kernel's order, each with the cache state at its timed
 *     launches
 */
public record Problem(Kernel kernel, List<Shape> shapes, Objective objective) {

  public Problem {
    shapes = List.copyOf(shapes);
  }
}
