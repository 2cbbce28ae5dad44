package dev.evokernel.store;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.WrittenMacros;
import java.util.List;
import java.util.Optional;

/**
 * What a run tunes.
 *
 * @param kernel the kernel's name
 * @param folder the kernel's folder as the job names it, so that a reader can find it again
 * @param sourceHash a digest of {@code kernel.yaml} and of every source it names
 * @param backend for example {@code cpu}
 * @param parameters in the file's order
 * @param workloads the run's shapes, in its order
 * @param arithmetic in which it multiplies; empty for a run before that was written down
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

  /** One of whose arithmetic nothing is known, with the same macros on every shape. */
  public Subject(
      String kernel,
      String folder,
      String sourceHash,
      String backend,
      List<Parameter> parameters,
      Configuration defaultConfiguration,
      List<Workload> workloads) {
    this(
        kernel,
        folder,
        sourceHash,
        backend,
        parameters,
        defaultConfiguration,
        workloads,
        Optional.empty(),
        WrittenMacros.NONE);
  }

  /** The shapes' names, in the run's order. */
  public List<String> shapes() {
    return workloads.stream().map(workload -> workload.shape().name()).toList();
  }

  /**
   * @throws IllegalArgumentException if the run has no such shape
   */
  public Workload workload(String shape) {
    return workloads.stream()
        .filter(workload -> workload.shape().name().equals(shape))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "No shape '" + shape + "' in this run; it has " + shapes() + "."));
  }
}
