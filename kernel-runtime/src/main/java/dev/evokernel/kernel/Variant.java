package dev.evokernel.kernel;

/**
 * Named implementation of a kernel.
 *
 * @param name name by which a configuration {@linkplain Configuration#variant() chooses} the
 *     variant
 * @param kernel kernel with this variant only: its parameters, constraints, source, launch and
 *     additional arguments. The default configuration names the variant
 */
public record Variant(String name, DeviceRequirements requires, Kernel kernel) {

  /** Returns a configuration that chooses this variant with these values. */
  public Configuration configuration(Configuration values) {
    return Configuration.of(name, values);
  }
}
