package dev.evokernel.replay;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.value.Type;
import dev.evokernel.kernel.Extras;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.ParameterSpace;
import dev.evokernel.kernel.Variants;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Signature;
import dev.evokernel.kernel.data.Work;
import dev.evokernel.kernel.source.Correctness;
import dev.evokernel.kernel.source.EntryPoint;
import dev.evokernel.kernel.source.Launch;
import dev.evokernel.kernel.source.Reference;
import dev.evokernel.kernel.source.ShapeMacros;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.kernel.yaml.InvalidFileException;

/**
 * Kernel of a recording, with its parameters and one shape; its source is the recording itself.
 *
 * <p>Recordings have no default configuration. The configuration with the median time is the
 * default, because that is the expected time of a random valid configuration.
 */
final class RecordedKernel {

  private static final List<String> DIMENSIONS = List.of("X", "Y", "Z");

  private RecordedKernel() {}

  /**
   * @throws InvalidFileException if no configuration has a time
   */
  static Kernel of(RecordedResults recording) {
    Path file = recording.file().toAbsolutePath().normalize();
    Shape shape = new Shape("recorded", dimensions(recording));
    Scope.Builder names = Scope.builder();
    for (Parameter parameter : recording.parameters()) {
      names.declare(parameter.name(), parameter.type());
    }
    shape.dimensions().keySet().forEach(name -> names.declare(name, Type.INTEGER));
    Scope scope = names.build();
    Expression unknown = Expression.parse("0", scope);
    var source = new Source(List.of(file), recording.kernel(), List.of());
    return new Kernel(
        new KernelIdentity(
            recording.kernel().replaceAll("[^A-Za-z0-9_.-]", "-"),
            "recorded on " + recording.source(),
            file,
            ReplayBackend.NAME,
            Optional.empty()),
        new EntryPoint(
            source, new Signature(List.of(), Map.of()), List.of(Launch.CALL), ShapeMacros.NONE),
        new Correctness(new Reference.Compiled(source), Map.of(), true, false, ""),
        new ParameterSpace(
            recording.parameters(), defaultConfiguration(recording), List.of(), scope),
        List.of(shape),
        new Work(unknown, unknown, Optional.empty()),
        Extras.NONE,
        Variants.NONE);
  }

  private static Configuration defaultConfiguration(RecordedResults recording) {
    List<Recorded> timed =
        recording.entries().stream()
            .filter(entry -> entry.millis().isPresent())
            .sorted(Comparator.comparingDouble(entry -> entry.millis().orElseThrow()))
            .toList();
    if (timed.isEmpty()) {
      throw Fields.problem(
          recording.file(),
          "all %,d configurations failed".formatted(recording.entries().size()),
          "Use a recording with at least one valid time.");
    }
    return timed.get((timed.size() - 1) / 2).configuration();
  }

  /** Problem size, if it has at most three numbers and no parameter has the name of a dimension. */
  private static Map<String, Long> dimensions(RecordedResults recording) {
    var dimensions = new LinkedHashMap<String, Long>();
    List<Long> problem = recording.problem();
    boolean taken = recording.parameters().stream().anyMatch(p -> DIMENSIONS.contains(p.name()));
    if (problem.size() <= DIMENSIONS.size() && !taken) {
      for (int i = 0; i < problem.size(); i++) {
        dimensions.put(DIMENSIONS.get(i), problem.get(i));
      }
    }
    return dimensions;
  }
}
