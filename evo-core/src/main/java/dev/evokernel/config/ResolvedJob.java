package dev.evokernel.config;

import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.spec.Problem;
import java.util.List;

/**
 * Job resolved against its kernel.
 *
 * @param problem the kernel, the job's shapes in order, and the objective with a weight for each
 *     shape
 * @param initial the hand-written configurations, completed from the default, in the job's order
 */
public record ResolvedJob(Problem problem, List<Configuration> initial) {

  public ResolvedJob {
    initial = List.copyOf(initial);
  }

  public List<Shape> shapes() {
    return problem.shapes();
  }
}
