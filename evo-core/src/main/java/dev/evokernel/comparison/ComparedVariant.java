package dev.evokernel.comparison;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import java.util.List;

/**
 * Configuration with its kernel: the present source, a run's own copy, or the source of a commit.
 *
 * @param macros further macros for the compiler, each defined as 1
 */
public record ComparedVariant(
    String name, Kernel kernel, Configuration configuration, List<String> macros) {

  public ComparedVariant {
    macros = List.copyOf(macros);
  }

  public ComparedVariant(String name, Kernel kernel, Configuration configuration) {
    this(name, kernel, configuration, List.of());
  }
}
