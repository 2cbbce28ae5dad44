package dev.evokernel.store;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.WrittenMacros;
import java.util.List;
import java.util.Optional;

/**
 * Kernel, parameters and shapes that a run tunes.
 *
 * @param folder the kernel's folder as the job names it
 * @param sourceHash a digest of {@code kernel.yaml} and of every source it names
 * @param arithmetic in which the kernel multiplies; empty in a run of evo before this was recorded
 * @param macros that depend on the shape
 */
public record Subject(
    String kernel,
    String folder,
    String sourceHash,
    String backend,
    List<Parameter> parameters,
    Configuration defaultConfiguration,
    List<Workload> workloads,
    Optional<Arithmetic> arithmetic,
    WrittenMacros macros) {

  public Subject {
    parameters = List.copyOf(parameters);
    workloads = List.copyOf(workloads);
    if (workloads.isEmpty()) {
      throw new IllegalArgumentException("A run of kernel '" + kernel + "' needs a shape.");
    }
  }

  public List<String> shapes() {
    return workloads.stream().map(workload -> workload.shape().name()).toList();
  }

  /**
   * @throws EnvironmentException if the run has no such shape, which another program renamed
   */
  public Workload workload(String shape) {
    return workloads.stream()
        .filter(workload -> workload.shape().name().equals(shape))
        .findFirst()
        .orElseThrow(
            () ->
                new EnvironmentException(
                    "The run of kernel '%s' has results on shape '%s', but only the shapes %s: another program changed evo.db. Restore it from a copy or an archive."
                        .formatted(kernel, shape, shapes())));
  }
}
