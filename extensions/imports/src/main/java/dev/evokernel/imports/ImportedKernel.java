package dev.evokernel.imports;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.DistantSources;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.Parameter;

/**
 * Kernel as described by another tuner's file.
 *
 * @param backend {@code cpu}, {@code cuda} or {@code opencl}
 * @param sources absolute paths
 * @param compiler compiler to use if the backend's usual compiler cannot compile the sources
 * @param launch empty on backends without grids
 * @param start the default configuration; satisfies every constraint
 * @param constraints evo expressions, each with its reason, which can be empty
 * @param expected expected results by output name, complete or empty; without any, results are
 *     compared with those of the default configuration
 * @param tolerance absolute tolerance of the file
 * @param data input files by their path in the imported folder
 */
public record ImportedKernel(
    Path origin,
    String backend,
    List<Path> sources,
    String entry,
    List<String> flags,
    Optional<String> compiler,
    Optional<T1Launch> launch,
    List<Parameter> parameters,
    Configuration start,
    Map<String, String> constraints,
    SequencedMap<String, Long> shape,
    List<Argument> arguments,
    Map<String, ImportedData> expected,
    OptionalDouble tolerance,
    Map<String, ImportedData> data,
    List<String> notes) {

  /**
   * Argument of the kernel.
   *
   * @param element type of the scalar or of the elements
   * @param size expression for the number of elements; 1 for a scalar
   * @param entries keys of {@code kernel.yaml} with their values as YAML
   */
  public record Argument(
      String name,
      ElementType element,
      boolean isCompared,
      String size,
      Map<String, String> entries) {
    Argument with(Map<String, String> others) {
      return new Argument(others.getOrDefault("name", name), element, isCompared, size, others);
    }
  }

  public ImportedKernel {
    sources = List.copyOf(sources);
    flags = List.copyOf(flags);
    parameters = List.copyOf(parameters);
    constraints = Collections.unmodifiableMap(new LinkedHashMap<>(constraints));
    expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
    shape = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(shape));
    arguments = List.copyOf(arguments);
    data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    notes = List.copyOf(notes);
  }

  ImportedKernel with(Path otherOrigin, Map<String, ImportedData> otherData) {
    return new ImportedKernel(
        otherOrigin,
        backend,
        sources,
        entry,
        flags,
        compiler,
        launch,
        parameters,
        start,
        constraints,
        shape,
        arguments,
        expected,
        tolerance,
        otherData,
        notes);
  }

  /** Adds the sources, and the files that they include with quotes, to the folder. */
  public ImportedKernel withSources() {
    var files = new LinkedHashMap<>(data);
    for (Path source : sources) {
      Path folder = Objects.requireNonNull(source.getParent());
      for (Path file : DistantSources.withIncluded(source, List.of())) {
        Path name = folder.relativize(file);
        if (name.startsWith("..")) {
          throw T1Node.problem(
              source, "includes %s from above its folder".formatted(file), "Leave out --copy.");
        }
        files.put(name.toString(), ImportedData.copy(file));
      }
    }
    return with(origin, files);
  }

  public boolean hasExpectedResults() {
    return !expected.isEmpty();
  }
}
