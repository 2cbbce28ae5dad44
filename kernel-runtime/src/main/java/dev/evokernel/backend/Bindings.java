package dev.evokernel.backend;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;

/** Values for the names that a kernel's expressions may read. */
public final class Bindings {

  private Bindings() {}

  /** Creates a frame with the values of the parameters, the shape and the limits. */
  public static Frame frame(
      Kernel kernel, DeviceLimits limits, Shape shape, Configuration configuration) {
    Frame frame = kernel.frame(configuration, shape);
    for (Limit limit : Limit.values()) {
      if (kernel.scope().declares(limit.expressionName())) {
        frame.set(limit.expressionName(), Value.of(limits.value(limit)));
      }
    }
    return frame;
  }
}
