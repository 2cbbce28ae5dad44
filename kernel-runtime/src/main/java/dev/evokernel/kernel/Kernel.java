package dev.evokernel.kernel;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Value;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One kernel as one backend sees it.
 *
 * @param name the folder's name under {@code kernels/}
 * @param summary one line for people
 * @param file its {@code kernel.yaml}, absolute
 * @param backend the backend whose section was read, for example {@code cpu}
 * @param source what a candidate is compiled from
 * @param reference what computes the expected outputs
 * @param parameters in the file's order
 * @param default the default configuration; satisfies the constraints on every shape
 * @param constraints in the file's order
 * @param launch the grid, or null on a backend without grids
 * @param shapes in the file's order, never empty
 * @param arguments in the order of the entry point's signature
 * @param tolerances for every floating type among the outputs
 * @param work the roofline's numbers
 * @param scope every name that the expressions may use, and its type
 * @param baselines what people would otherwise use, in the file's order
 * @param miniature what configurations are ranked by before they are tried, if it has one
 * @param pathologies what may be done to it on purpose, in the file's order
 */
public record Kernel(
    String name,
    String summary,
    Path file,
    String backend,
    Source source,
    Reference reference,
    List<Parameter> parameters,
    Configuration defaultConfiguration,
    List<Constraint> constraints,
    @Nullable LaunchGeometry launch,
    List<Shape> shapes,
    List<Argument> arguments,
    Map<ElementType, Tolerance> tolerances,
    Work work,
    Scope scope,
    List<Baseline> baselines,
    Optional<Miniature> miniature,
    List<Pathology> pathologies) {

  public Kernel {
    parameters = List.copyOf(parameters);
    constraints = List.copyOf(constraints);
    shapes = List.copyOf(shapes);
    arguments = List.copyOf(arguments);
    tolerances = Map.copyOf(tolerances);
    baselines = List.copyOf(baselines);
    pathologies = List.copyOf(pathologies);
  }

  /** One with nothing beside it: no baselines, no miniature, no pathologies. */
  public Kernel(
      String name,
      String summary,
      Path file,
      String backend,
      Source source,
      Reference reference,
      List<Parameter> parameters,
      Configuration defaultConfiguration,
      List<Constraint> constraints,
      @Nullable LaunchGeometry launch,
      List<Shape> shapes,
      List<Argument> arguments,
      Map<ElementType, Tolerance> tolerances,
      Work work,
      Scope scope) {
    this(
        name,
        summary,
        file,
        backend,
        source,
        reference,
        parameters,
        defaultConfiguration,
        constraints,
        launch,
        shapes,
        arguments,
        tolerances,
        work,
        scope,
        List.of(),
        Optional.empty(),
        List.of());
  }

  /** The same, but compiled from something else with the same signature. */
  public Kernel with(Source other) {
    return new Kernel(
        name,
        summary,
        file,
        backend,
        other,
        reference,
        parameters,
        defaultConfiguration,
        constraints,
        launch,
        shapes,
        arguments,
        tolerances,
        work,
        scope,
        baselines,
        miniature,
        pathologies);
  }

  /** The folder that holds {@code kernel.yaml} and everything it names. */
  public Path folder() {
    return java.util.Objects.requireNonNull(file.getParent());
  }

  /**
   * The miniature as a kernel of its own: the same parameters and names, another source and one
   * small shape. Nothing says what is right for it, so it can be timed and not checked.
   *
   * @throws java.util.NoSuchElementException if there is none
   */
  public Kernel inSmall() {
    Miniature small = miniature.orElseThrow();
    return new Kernel(
        name,
        summary,
        file,
        backend,
        small.source(),
        reference,
        parameters,
        defaultConfiguration,
        constraints,
        small.launch(),
        List.of(small.shape()),
        small.arguments(),
        tolerances,
        work,
        scope);
  }

  /** The buffers that the kernel writes, in the order of its signature. */
  public List<Argument.Buffer> outputs() {
    return arguments.stream()
        .flatMap(argument -> argument instanceof Argument.Buffer it ? Stream.of(it) : Stream.of())
        .filter(Argument.Buffer::output)
        .toList();
  }

  /** The memory that its blocks share, in the order of its signature. */
  public List<Argument.Scratch> scratch() {
    return arguments.stream()
        .flatMap(argument -> argument instanceof Argument.Scratch it ? Stream.of(it) : Stream.of())
        .toList();
  }

  /** With which special inputs it may be tried: those that any of its arguments allows. */
  public List<Special> special() {
    return Stream.of(Special.values())
        .filter(
            special ->
                arguments.stream()
                    .anyMatch(
                        it -> it instanceof Argument.Buffer b && b.special().contains(special)))
        .toList();
  }

  /** A frame with the parameters and dimensions set; every {@code device.*} limit is still 0. */
  public Frame frame(Configuration configuration, Shape shape) {
    Frame frame = scope.frame().setAll(configuration.values());
    shape.dimensions().forEach((dimension, size) -> frame.set(dimension, Value.of((long) size)));
    return frame;
  }

  /**
   * The first of the shapes on which a configuration breaks a constraint. Constraints that read a
   * device limit are left to those who know the device.
   */
  public Optional<Shape> breaking(
      Constraint constraint, Configuration configuration, List<Shape> among) {
    if (constraint.condition().names().stream().anyMatch(Limit::isExpressionName)) {
      return Optional.empty();
    }
    return among.stream()
        .filter(shape -> !holds(constraint, frame(configuration, shape)))
        .findFirst();
  }

  private static boolean holds(Constraint constraint, Frame frame) {
    try {
      return constraint.condition().test(frame);
    } catch (EvaluationException _) {
      return false;
    }
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
