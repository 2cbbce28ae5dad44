package dev.evokernel.backend;

import dev.evokernel.kernel.Limit;
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

  public long value(Limit limit) {
    return java.util.Objects.requireNonNull(values.get(limit));
  }
}
