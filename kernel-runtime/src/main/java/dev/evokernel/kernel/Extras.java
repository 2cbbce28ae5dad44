package dev.evokernel.kernel;

import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.source.Baseline;
import dev.evokernel.kernel.source.Miniature;
import dev.evokernel.kernel.source.Pathology;
import dev.evokernel.kernel.source.ShapeRanges;
import java.util.List;
import java.util.Optional;

/**
 * Optional parts of a kernel; lists are in the file's order.
 *
 * @param miniature program by which {@code evo microbench} ranks configurations
 * @param pathologies changes by which {@code evo ablate} disables optimisations
 * @param defaultShapes shapes of a command that names none; empty means all
 * @param ranges sizes of shapes that the file does not declare
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
