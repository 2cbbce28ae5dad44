package dev.evokernel.kernel;

import dev.evokernel.expr.Scope;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One kernel as one backend sees it.
 *
 * @param name the folder's name under {@code kernels/}
 * @param summary one line for people
 * @param file its {@code kernel.yaml}, absolute
 * @param backend the backend whose section was read, for example {@code cpu}
 * @param source what a candidate is compiled from
 * @param reference what computes the expected outputs; the same signature, compiled once without
 *     parameters
 * @param parameters in the file's order
 * @param incumbent the default configuration; satisfies the constraints on every shape
 * @param constraints in the file's order
 * @param launch the grid, or null on a backend without grids
 * @param shapes in the file's order, never empty
 * @param arguments in the order of the entry point's signature
 * @param tolerances for every floating type among the outputs
 * @param work the roofline's numbers
 * @param scope every name that the expressions may use, and its type
 */
public record Kernel(
    String name,
    String summary,
    Path file,
    String backend,
    Source source,
    Source reference,
    List<Parameter> parameters,
    Configuration incumbent,
    List<Constraint> constraints,
    @Nullable LaunchGeometry launch,
    List<Shape> shapes,
    List<Argument> arguments,
    Map<ElementType, Tolerance> tolerances,
    Work work,
    Scope scope) {

  public Kernel {
    parameters = List.copyOf(parameters);
    constraints = List.copyOf(constraints);
    shapes = List.copyOf(shapes);
    arguments = List.copyOf(arguments);
    tolerances = Map.copyOf(tolerances);
  }

  /** The folder that holds {@code kernel.yaml} and everything it names. */
  public Path folder() {
    return java.util.Objects.requireNonNull(file.getParent());
  }

  /**
   * @throws IllegalArgumentException if no shape has this name
   */
  public Shape shape(String shapeName) {
    return shapes.stream()
        .filter(shape -> shape.name().equals(shapeName))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Kernel '"
                        + name
                        + "' has no shape '"
                        + shapeName
                        + "'; it has "
                        + shapes.stream().map(Shape::name).toList()
                        + "."));
  }
}
