package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Value;

/** Requirements of a variant: conditions over device limits, in the file's order. */
public record DeviceRequirements(List<Constraint> conditions, Scope scope) {

  public DeviceRequirements {
    conditions = List.copyOf(conditions);
  }

  /** Returns the first condition that a device with these limits does not satisfy. */
  public Optional<Constraint> unmet(ToLongFunction<Limit> limits) {
    Frame frame = scope.frame();
    for (Limit limit : Limit.values()) {
      frame.set(limit.expressionName(), Value.of(limits.applyAsLong(limit)));
    }
    return conditions.stream().filter(condition -> !condition.holds(frame)).findFirst();
  }
}
