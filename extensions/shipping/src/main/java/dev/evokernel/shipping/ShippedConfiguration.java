package dev.evokernel.shipping;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Source;
import java.util.List;
import java.util.OptionalInt;

/**
 * Configuration in a shipment.
 *
 * @param position in the shipment, as dispatch rules count
 * @param candidate number in the run; empty for a default that the run never proposed
 * @param kernel the kernel with the configuration's variant
 * @param binaries one for each distinct set of shape macros
 */
record ShippedConfiguration(
    int position,
    OptionalInt candidate,
    Configuration configuration,
    Kernel kernel,
    List<ShippedBinary> binaries) {

  ShippedConfiguration {
    binaries = List.copyOf(binaries);
  }

  /** Adds compiled binaries, and the launch that a build program states. */
  ShippedConfiguration with(List<ShippedBinary> others) {
    Kernel launched = isBuilt() ? new BuiltKernel(this, others).kernel() : kernel;
    return new ShippedConfiguration(position, candidate, configuration, launched, others);
  }

  boolean isBuilt() {
    return kernel.source().build().isPresent();
  }

  /** Inputs that are copied to global variables of the binaries. */
  List<Argument.Buffer> symbols() {
    return kernel.entryPoint().signature().symbols();
  }

  Source source() {
    return kernel.source().with(configuration);
  }

  Configuration macros() {
    return kernel.source().macros(configuration.withoutVariant());
  }

  /** Name for readers, for example {@code candidate 13}. */
  String name() {
    return candidate.isPresent() ? "candidate " + candidate.getAsInt() : "the default";
  }

  List<Argument.Scratch> scratch() {
    return kernel.entryPoint().signature().scratch();
  }
}
