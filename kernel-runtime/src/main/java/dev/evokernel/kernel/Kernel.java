package dev.evokernel.kernel;

import module java.base;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Value;

/**
 * Kernel on one backend.
 *
 * <p>In a kernel with variants, the other components are those of the {@linkplain
 * #defaultConfiguration() default's} variant, with two exceptions: the signature has the common
 * arguments only, and the parameters are those of all variants, the choice of the variant first.
 *
 * <p>All lists are in the file's order.
 *
 * @param defaultConfiguration default, to which speed-ups are relative. It satisfies the
 *     constraints on every shape, and is empty if the file names none. It is one candidate also
 *     where its values depend on the shape; {@link Configuration#plain} is then the configuration
 *     of the space
 * @param scope names and types that the kernel's expressions may use
 * @param shapes declared shapes, never empty
 * @param miniature program by which {@code evo microbench} ranks configurations
 * @param pathologies changes by which {@code evo ablate} disables optimisations
 * @param defaultShapes shapes of a command that names none
 * @param ranges sizes of shapes that the file does not declare
 * @param variants named implementations; {@link Variants#NONE} for a single unnamed one
 */
public record Kernel(
    KernelIdentity identity,
    EntryPoint entryPoint,
    Correctness correctness,
    List<Parameter> parameters,
    Configuration defaultConfiguration,
    List<Constraint> constraints,
    Scope scope,
    List<Shape> shapes,
    Work work,
    List<Baseline> baselines,
    Optional<Miniature> miniature,
    List<Pathology> pathologies,
    List<Shape> defaultShapes,
    ShapeRanges ranges,
    Variants variants) {

  public Kernel {
    parameters = List.copyOf(parameters);
    constraints = List.copyOf(constraints);
    shapes = List.copyOf(shapes);
    baselines = List.copyOf(baselines);
    pathologies = List.copyOf(pathologies);
    defaultShapes = List.copyOf(defaultShapes);
    if (shapes.isEmpty()) {
      throw new IllegalArgumentException(
          "Kernel '%s' must have at least one shape.".formatted(identity.name()));
    }
  }

  /** Kernel without optional parts. */
  public Kernel(
      KernelIdentity identity,
      EntryPoint entryPoint,
      Correctness correctness,
      List<Parameter> parameters,
      Configuration defaultConfiguration,
      List<Constraint> constraints,
      Scope scope,
      List<Shape> shapes,
      Work work) {
    this(
        identity,
        entryPoint,
        correctness,
        parameters,
        defaultConfiguration,
        constraints,
        scope,
        shapes,
        work,
        List.of(),
        Optional.empty(),
        List.of(),
        shapes,
        ShapeRanges.NONE,
        Variants.NONE);
  }

  /** Replaces the entry point of a kernel and drops its variants. */
  public Kernel with(EntryPoint replacement) {
    return with(identity, replacement, parameters, Variants.NONE);
  }

  Kernel with(KernelIdentity other, EntryPoint replacement, List<Parameter> all, Variants others) {
    return new Kernel(
        other,
        replacement,
        correctness,
        all,
        defaultConfiguration,
        constraints,
        scope,
        shapes,
        work,
        baselines,
        miniature,
        pathologies,
        defaultShapes,
        ranges,
        others);
  }

  /**
   * Returns the kernel of the variant that the configuration chooses, or this kernel if it has no
   * variants, with the argument types that the configuration chooses.
   *
   * @throws IllegalArgumentException if there is no such variant
   */
  public Kernel of(Configuration configuration) {
    if (variants.isEmpty()) {
      return typed(configuration);
    }
    return configuration
        .variant()
        .flatMap(variants::find)
        .map(variant -> variant.kernel().typed(configuration))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Configuration '%s' must choose one of the variants of kernel '%s': %s."
                        .formatted(
                            configuration,
                            name(),
                            variants.all().stream().map(Variant::name).toList())));
  }

  /**
   * Returns the first constraint that the default configuration breaks on a shape. Constraints that
   * read a {@code device.*} limit are ignored.
   */
  public Optional<Constraint> broken(Shape shape) {
    return constraints().stream()
        .filter(
            constraint -> breaking(constraint, defaultConfiguration(), List.of(shape)).isPresent())
        .findFirst();
  }

  /**
   * Returns the first shape on which a configuration breaks a constraint. Constraints that read a
   * {@code device.*} limit are ignored, since the device is unknown here.
   */
  public Optional<Shape> breaking(
      Constraint constraint, Configuration configuration, List<Shape> among) {
    if (constraint.condition().names().stream().anyMatch(Limit::isExpressionName)) {
      return Optional.empty();
    }
    return among.stream()
        .filter(shape -> !constraint.holds(frame(configuration, shape)))
        .findFirst();
  }

  /**
   * Restricts the kernel to some of its variants. If the default's variant is not among them, the
   * default is that of the first remaining variant.
   *
   * @param names allowed variants; ignored if the kernel has none
   * @throws IllegalArgumentException if no variant remains
   */
  public Kernel only(Collection<String> names) {
    return variants.isEmpty() || names.containsAll(variants.names())
        ? this
        : variants.only(names).union(defaultConfiguration().variant().orElse(""), arguments());
  }

  /** Upper bound of the memories besides buffers that a candidate has, over all variants. */
  public int scratchMemories() {
    return Math.max(
        entryPoint.launches().size() * entryPoint.signature().memories(),
        variants.all().stream().mapToInt(v -> v.kernel().scratchMemories()).max().orElse(0));
  }

  /**
   * Returns the miniature as a kernel with the same parameters and one small shape. A miniature can
   * be timed but not verified.
   */
  public Kernel inSmall() {
    Miniature small = miniature.orElseThrow();
    return new Kernel(
        identity,
        small.entryPoint(),
        correctness,
        parameters,
        defaultConfiguration,
        constraints,
        scope,
        List.of(small.shape()),
        work);
  }

  /** Fixes the buffer types that the shape decides. */
  public Kernel on(Shape shape) {
    return typed(choice -> choice.among(shape.facts()));
  }

  /** Fixes the argument types that the configuration chooses; else these are the widest. */
  public Kernel typed(Configuration configuration) {
    return typed(choice -> choice.among(configuration.values()));
  }

  /** Fixes the argument types that the reference has. */
  public Kernel ofReference() {
    return reference() instanceof Reference.Itself(Source _, Configuration configuration)
        ? typed(configuration)
        : typed(TypeChoice::widest);
  }

  private Kernel typed(Function<TypeChoice, Optional<ElementType>> type) {
    return entryPoint.signature().typedBy().isEmpty()
        ? this
        : with(identity, entryPoint.typed(type), parameters, variants);
  }

  /** Tolerance of an output with the types that this kernel's arguments have. */
  public Tolerance tolerance(String output) {
    return correctness
        .tolerances()
        .getOrDefault(entryPoint.signature().leastExact(output), new Tolerance(0, 0));
  }

  /** Sets where the kernel's programs make arrays in this process. */
  public Kernel with(KernelIdentity.Programs programs) {
    return with(identity.with(programs), entryPoint, parameters, variants.with(programs));
  }

  /**
   * Returns a candidate's macros that depend on the shape, with all parameters if these do.
   *
   * @throws EvaluationException if a macro cannot be evaluated
   */
  public Configuration macros(Configuration configuration, Shape shape) {
    Configuration macros = macros(frame(configuration, shape), List.of());
    return configuration.isByShape()
        ? configuration.on(shape).withoutVariant().and(macros)
        : macros;
  }

  /**
   * Returns the macros of a reference or a compiled baseline. They read no parameter, unless the
   * reference is the kernel itself.
   */
  public Configuration macrosOfProblem(Shape shape) {
    return reference() instanceof Reference.Itself(Source _, Configuration configuration)
        ? macros(configuration, shape)
        : macros(frame(defaultConfiguration(), shape), Parameter.names(parameters));
  }

  private Configuration macros(Frame frame, List<String> unread) {
    var values = new LinkedHashMap<String, Value>();
    entryPoint
        .macros()
        .forEach(
            (name, expression) -> {
              if (Collections.disjoint(expression.names(), unread)) {
                values.put(name, expression.value(frame));
              }
            });
    return new Configuration(values);
  }

  public String name() {
    return identity.name();
  }

  /** The kernel's {@code kernel.yaml}, absolute. */
  public Path file() {
    return identity.file();
  }

  public Path folder() {
    return identity.folder();
  }

  public String backend() {
    return identity.backend();
  }

  public Source source() {
    return entryPoint.source();
  }

  /** Geometries of the launches, in order; empty on a backend without grids. */
  public List<LaunchGeometry> launches() {
    return entryPoint.launches().stream()
        .flatMap(launch -> Stream.ofNullable(launch.geometry()))
        .toList();
  }

  public List<Argument> arguments() {
    return entryPoint.signature().arguments();
  }

  public List<Argument.Buffer> outputs() {
    return entryPoint.signature().outputs();
  }

  public List<Signature.Input> inputs() {
    return entryPoint.signature().inputs();
  }

  /** Files that contain or generate the inputs of these shapes. */
  public List<Path> inputFiles(List<Shape> some) {
    return inputs().stream()
        .flatMap(
            input ->
                input.buffer().fill() instanceof Fill.Given given
                    ? given.files(some)
                    : Stream.empty())
        .distinct()
        .toList();
  }

  /** Programs that make the inputs and the expected outputs. */
  public Stream<ArrayProgram> programs() {
    return Stream.concat(
        entryPoint.signature().programs(),
        reference() instanceof Reference.Command(ArrayProgram program)
            ? Stream.of(program)
            : Stream.of());
  }

  public Reference reference() {
    return correctness.reference();
  }

  /** Parameters that inputs or expected outputs depend on. */
  public List<String> depended() {
    return Stream.concat(
            programs().flatMap(program -> program.depends().stream()),
            Stream.concat(counting().stream(), entryPoint.signature().typing().stream()))
        .distinct()
        .toList();
  }

  /** Parameters that decide how much a launch does, and so the expected outputs. */
  public List<String> counting() {
    return parameters().stream()
        .map(Parameter::name)
        .filter(name -> work.per().stream().anyMatch(per -> per.names().contains(name)))
        .toList();
  }

  /** Units of {@link #work} that a launch does, which times are divided by. */
  public long units(Configuration configuration, Shape shape) {
    if (work.per().isEmpty()) {
      return 1;
    }
    Kernel own = of(configuration);
    return own.work.per().orElseThrow().integer(own.frame(configuration, shape));
  }

  /** Values of the {@code names} in which a configuration differs from the default. */
  public Configuration differing(List<String> names, Configuration configuration) {
    var values = new LinkedHashMap<String, Value>();
    for (String name : names) {
      configuration
          .find(name)
          .filter(value -> !defaultConfiguration().find(name).equals(Optional.of(value)))
          .ifPresent(value -> values.put(name, value));
    }
    return new Configuration(values);
  }

  /** Whether the kernel and each variant name a default; otherwise it has no values. */
  public boolean namesDefault() {
    return variants.isEmpty()
        ? parameters().isEmpty() || !defaultConfiguration().withoutVariant().values().isEmpty()
        : variants.all().stream().allMatch(variant -> variant.kernel().namesDefault());
  }

  /** Returns a frame with the parameters and the shape; {@code device.*} limits are 0. */
  public Frame frame(Configuration configuration, Shape shape) {
    return shape.bind(scope.frame().setAll(configuration.on(shape).values()));
  }

  /** Returns the declared shape of this name with the requested caches; else the shape itself. */
  public Shape declaredAs(Shape asked) {
    return find(asked.name()).map(shape -> shape.with(asked.cache())).orElse(asked);
  }

  /**
   * @throws IllegalArgumentException if no shape has this name
   */
  public Shape shape(String shapeName) {
    return find(shapeName)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Kernel '%s' has no shape '%s'. %s"
                        .formatted(
                            name(),
                            shapeName,
                            Spelling.advice(
                                shapeName, shapes.stream().map(Shape::name).toList()))));
  }

  private Optional<Shape> find(String shapeName) {
    return shapes.stream().filter(shape -> shape.name().equals(shapeName)).findFirst();
  }
}
