package dev.evokernel.backend.binary;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;

/**
 * Compilation for all shapes of a job: one binary for each choice of the macros that depend on the
 * shape, or one in all where no macro depends on it.
 */
public record ShapeBinaries(Kernel kernel, List<Shape> shapes) {

  public ShapeBinaries {
    shapes = List.copyOf(shapes);
  }

  public Compilation ofCandidate(
      Configuration configuration, Function<Configuration, Compilation> compiling) {
    return compiled(
        configuration.isByShape(), shape -> kernel.macros(configuration, shape), compiling);
  }

  public Compilation ofProblem(Function<Configuration, Compilation> compiling) {
    return compiled(false, kernel::macrosOfProblem, compiling);
  }

  private Compilation compiled(
      boolean byShape,
      Function<Shape, Configuration> macros,
      Function<Configuration, Compilation> compiling) {
    if (kernel.entryPoint().macros().isEmpty() && !byShape) {
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
    for (Map.Entry<Configuration, List<String>> choice : wanted.entrySet()) {
      Configuration macros = choice.getKey();
      switch (compiling.apply(macros)) {
        case Compilation.Failed(String log, boolean timedOut) -> {
          return new Compilation.Failed(
              "With %s, for the shapes %s:%n%s".formatted(macros.flags(), choice.getValue(), log),
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
