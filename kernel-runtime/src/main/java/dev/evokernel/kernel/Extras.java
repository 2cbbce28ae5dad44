package dev.evokernel.kernel;

import java.util.List;
import java.util.Optional;

/**
 * What a kernel has beside itself; each part may be missing.
 *
 * @param baselines the libraries that are measured beside the candidates, in the file's order
 * @param miniature what {@code evo microbench} ranks configurations by
 * @param pathologies the optimisations that {@code evo ablate} takes away, in the file's order
 * @param defaultShapes the shapes of a command that names none; empty for all of the kernel's
 * @param ranges between which sizes other shapes lie
 */
public record Extras(
    List<Baseline> baselines,
    Optional<Miniature> miniature,
    List<Pathology> pathologies,
    List<Shape> defaultShapes,
    ShapeRanges ranges) {

  public static final Extras NONE =
      new Extras(List.of(), Optional.empty(), List.of(), List.of(), ShapeRanges.NONE);

  public Extras {
    baselines = List.copyOf(baselines);
    pathologies = List.copyOf(pathologies);
    defaultShapes = List.copyOf(defaultShapes);
  }
}
