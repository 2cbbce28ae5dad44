package dev.evokernel.kernel;

/**
 * One implementation of a kernel.
 *
 * @param name under which a configuration {@linkplain Configuration#variant() chooses} it
 * @param requires what it asks of the device
 * @param kernel the kernel with this variant alone: its own parameters, constraints, source, launch
 *     and the arguments that it adds. Its default configuration names the variant
 */
public record Variant(String name, DeviceRequirements requires, Kernel kernel) {

  /** The values of the variant's parameters as a configuration that chooses it. */
  public Configuration configuration(Configuration values) {
    return Configuration.of(name, values);
  }
}
