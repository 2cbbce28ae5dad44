package dev.evokernel.space;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.Variant;

/** Builds the space of a kernel for shapes and a device. */
final class KernelSpace {

  private KernelSpace() {}

  static SearchSpace of(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {
    return kernel.variants().isEmpty()
        ? ofOne(kernel, shapes, limits)
        : SearchSpace.of(
            kernel.parameters(),
            Alternatives.of(kernel, variant -> ofOne(variant, shapes, limits)));
  }

  private static SearchSpace ofOne(Variant variant, List<Shape> shapes, DeviceLimits limits) {
    Optional<Constraint> unmet = variant.unmet(limits::value);
    if (unmet.isPresent()) {
      throw new EmptySpaceException(
          "it requires '%s'%s."
              .formatted(
                  unmet.get().condition(),
                  unmet.get().because().isEmpty() ? "" : ": " + unmet.get().because()));
    }
    return ofOne(variant.kernel(), shapes, limits);
  }

  private static SearchSpace ofOne(Kernel kernel, List<Shape> shapes, DeviceLimits limits) {
    Scope scope = kernel.scope();
    var frames = new LinkedHashMap<String, Frame>();
    for (Shape shape : shapes) {
      Frame frame = scope.frame();
      for (Limit limit : Limit.values()) {
        if (scope.declares(limit.expressionName())) {
          frame.set(limit.expressionName(), Value.of(limits.value(limit)));
        }
      }
      frames.put(shape.name(), shape.bind(frame));
    }
    return SearchSpace.of(
        kernel.parameters(), kernel.constraints(), scope, frames, ConstructionEffort.USUAL);
  }
}
