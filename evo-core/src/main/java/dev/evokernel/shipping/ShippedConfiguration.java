package dev.evokernel.shipping;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Source;
import java.util.List;
import java.util.OptionalInt;

/**
 * A configuration that is dispatched to.
 *
 * @param position in the set, as a dispatch rule counts
 * @param candidate its number in the run; empty for a default that the run never proposed
 * @param kernel with the variant that it chooses
 * @param binaries one for each distinct choice of the macros that depend on the shape
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

  /** The same with binaries that are there, launched as these say. */
  ShippedConfiguration with(List<ShippedBinary> others) {
    Kernel launched = isBuilt() ? new BuiltKernel(this, others).kernel() : kernel;
    return new ShippedConfiguration(position, candidate, configuration, launched, others);
  }

  /** Whether a program of the kernel's own built its binaries. */
  boolean isBuilt() {
    return kernel.source().build().isPresent();
  }

  /** The inputs that lie in global variables of its binaries. */
  List<Argument.Buffer> symbols() {
    return kernel.entryPoint().signature().symbols();
  }

  /** What it is compiled from, its parameters in place of the braces. */
  Source source() {
    return kernel.source().with(configuration);
  }

  /** The parameters that are macros. */
  Configuration macros() {
    return kernel.source().macros(configuration.withoutVariant());
  }

  /** For example {@code candidate 13}. */
  String name() {
    return candidate.isPresent() ? "candidate " + candidate.getAsInt() : "the default";
  }

  List<Argument.Scratch> scratch() {
    return kernel.entryPoint().signature().scratch();
  }
}
