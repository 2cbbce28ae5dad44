package dev.evokernel.comparison;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import java.util.List;

/**
 * A configuration together with the kernel that it belongs to: the present source, a run's own
 * copy, or the source of some commit.
 *
 * @param name in messages and reports
 * @param macros further macros for its compiler, each defined as 1
 */
public record ComparedVariant(
    String name, Kernel kernel, Configuration configuration, List<String> macros) {

  public ComparedVariant {
    macros = List.copyOf(macros);
  }

  /** A configuration of the present source. */
  public ComparedVariant(String name, Kernel kernel, Configuration configuration) {
    this(name, kernel, configuration, List.of());
  }
}
