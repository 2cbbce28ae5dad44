package dev.evokernel.config;

import dev.evokernel.kernel.data.Shape;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.spec.Problem;
import java.util.List;

/**
 * Job resolved against its kernel.
 *
 * @param problem the kernel, the job's shapes in order, and the objective with a weight for each
 *     shape
 * @param initial the listed configurations, completed from the default, in order
 */
public record ResolvedJob(Problem problem, List<InitialConfiguration> initial) {

  public ResolvedJob {
    initial = List.copyOf(initial);
  }

  public List<Shape> shapes() {
    return problem.shapes();
  }
}
