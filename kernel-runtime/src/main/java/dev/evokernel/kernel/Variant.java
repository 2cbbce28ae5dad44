package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Value;

/**
 * Named implementation of a kernel.
 *
 * @param name name by which a configuration {@linkplain Configuration#variant() chooses} the
 *     variant
 * @param requires conditions over device limits, in the file's order
 * @param kernel kernel with this variant only: its parameters, constraints, source, launch and
 *     additional arguments. The default configuration names the variant
 */
public record Variant(String name, List<Constraint> requires, Kernel kernel) {

  public Variant {
    requires = List.copyOf(requires);
  }

  /** Returns the first requirement that a device with these limits does not satisfy. */
  public Optional<Constraint> unmet(ToLongFunction<Limit> device) {
    return requires.stream()
        .filter(
            constraint -> {
              Frame frame = constraint.condition().scope().frame();
              for (Limit limit : Limit.values()) {
                frame.set(limit.expressionName(), Value.of(device.applyAsLong(limit)));
              }
              return !constraint.holds(frame);
            })
        .findFirst();
  }

  /** Returns a configuration that chooses this variant with these values. */
  public Configuration configuration(Configuration values) {
    return Configuration.of(name, values);
  }
}
