package dev.evokernel.backend;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import java.util.EnumMap;
import java.util.Map;

/** Limits of a device, with a value for every {@link Limit}. */
public record DeviceLimits(Map<Limit, Long> values) {

  public DeviceLimits {
    var copy = new EnumMap<Limit, Long>(Limit.class);
    copy.putAll(values);
    for (Limit limit : Limit.values()) {
      if (copy.get(limit) == null) {
        throw new IllegalArgumentException("No value for " + limit.expressionName() + ".");
      }
    }
    values = Map.copyOf(copy);
  }

  public Frame frame(Kernel kernel, Shape shape, Configuration configuration) {
    Frame frame = kernel.frame(configuration, shape);
    for (Limit limit : Limit.values()) {
      if (kernel.scope().declares(limit.expressionName())) {
        frame.set(limit.expressionName(), Value.of(value(limit)));
      }
    }
    return frame;
  }

  public long value(Limit limit) {
    return java.util.Objects.requireNonNull(values.get(limit));
  }
}
