package dev.evokernel.backend;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * Compiles for all shapes of a job: once for each distinct choice of the macros that depend on the
 * shape, one after the other, or just once where the kernel has none.
 *
 * @param shapes for which is compiled
 */
public record ShapeBinaries(Kernel kernel, List<Shape> shapes) {

  public ShapeBinaries {
    shapes = List.copyOf(shapes);
  }

  /**
   * A candidate's binary.
   *
   * @param compiling compiles with these macros besides the configuration's
   */
  public Compilation ofCandidate(
      Configuration configuration, Function<Configuration, Compilation> compiling) {
    return compiled(shape -> kernel.macros(configuration, shape), compiling);
  }

  /**
   * A reference's binary, or that of a baseline.
   *
   * @param compiling compiles with these macros
   */
  public Compilation ofProblem(Function<Configuration, Compilation> compiling) {
    return compiled(kernel::macrosOfProblem, compiling);
  }

  private Compilation compiled(
      Function<Shape, Configuration> macros, Function<Configuration, Compilation> compiling) {
    if (kernel.entryPoint().macros().isEmpty()) {
      return compiling.apply(new Configuration(Map.of()));
    }
    SequencedMap<Configuration, List<String>> wanted = new LinkedHashMap<>();
    for (Shape shape : shapes) {
      try {
        wanted.computeIfAbsent(macros.apply(shape), _ -> new ArrayList<>()).add(shape.name());
      } catch (EvaluationException e) {
        return new Compilation.Failed(
            "A macro has no value on shape '%s': %s".formatted(shape.name(), e.getMessage()),
            false);
      }
    }
    return compiled(wanted, compiling);
  }

  private static Compilation compiled(
      SequencedMap<Configuration, List<String>> wanted,
      Function<Configuration, Compilation> compiling) {
    var parts = new ArrayList<Binary.Part>();
    long nanos = 0;
    for (Map.Entry<Configuration, List<String>> each : wanted.entrySet()) {
      Configuration macros = each.getKey();
      switch (compiling.apply(macros)) {
        case Compilation.Failed(String log, boolean timedOut) -> {
          return new Compilation.Failed(
              "With %s, for the shapes %s:%n%s".formatted(macros.flags(), each.getValue(), log),
              timedOut);
        }
        case Compilation.Compiled(Binary binary) -> {
          parts.add(new Binary.Part(macros, binary.file(), binary.digest()));
          nanos += binary.compileNanos();
        }
      }
    }
    return new Compilation.Compiled(Binary.of(parts, nanos));
  }
}
