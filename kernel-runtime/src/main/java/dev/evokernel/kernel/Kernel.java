package dev.evokernel.kernel;

import dev.evokernel.expr.EvaluationException;
import dev.evokernel.expr.Frame;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Spelling;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One kernel as one backend sees it.
 *
 * @param identity its name, its file and the backend
 * @param entryPoint what a candidate is compiled from and how it is called
 * @param correctness when its result is right
 * @param space what can be chosen
 * @param shapes in the file's order, never empty
 * @param work the roofline's numbers
 * @param extras baselines, miniature and pathologies
 * @param variants its implementations; none where it has a single one without a name. With
 *     variants, everything else is that of the {@linkplain #defaultConfiguration() default's}
 *     variant, but for what all of them share: the signature has the common arguments, and the
 *     parameters are those of all variants, with the choice of the variant first
 */
public record Kernel(
    KernelIdentity identity,
    EntryPoint entryPoint,
    Correctness correctness,
    ParameterSpace space,
    List<Shape> shapes,
    Work work,
    Extras extras,
    Variants variants) {

  public Kernel {
    shapes = List.copyOf(shapes);
    if (shapes.isEmpty()) {
      throw new IllegalArgumentException(
          "Kernel '%s' must have at least one shape.".formatted(identity.name()));
    }
  }

  /** A kernel with a single implementation. */
  public Kernel(
      KernelIdentity identity,
      EntryPoint entryPoint,
      Correctness correctness,
      ParameterSpace space,
      List<Shape> shapes,
      Work work,
      Extras extras) {
    this(identity, entryPoint, correctness, space, shapes, work, extras, Variants.NONE);
  }

  /** The same, but compiled from another source with the same signature. */
  public Kernel with(Source other) {
    return new Kernel(identity, entryPoint.with(other), correctness, space, shapes, work, extras);
  }

  /**
   * What a configuration is compiled from and launched as: the kernel with the variant that the
   * configuration chooses, or this kernel where it has no variants.
   *
   * @throws IllegalArgumentException if it has no such variant
   */
  public Kernel of(Configuration configuration) {
    if (variants.isEmpty()) {
      return this;
    }
    return configuration
        .variant()
        .flatMap(variants::find)
        .map(Variant::kernel)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Configuration '%s' chooses no variant of the kernel '%s', which has %s."
                        .formatted(
                            configuration,
                            name(),
                            variants.all().stream().map(Variant::name).toList())));
  }

  /**
   * The first constraint that the default configuration breaks on a shape. Constraints that read a
   * {@code device.*} limit are never reported here.
   */
  public Optional<Constraint> broken(Shape shape) {
    return constraints().stream()
        .filter(one -> space.breaking(one, defaultConfiguration(), List.of(shape)).isPresent())
        .findFirst();
  }

  /**
   * The same with some of its variants. The default is that of its own default variant where that
   * is among them, and otherwise that of the first.
   *
   * @param names of those that may be chosen; a kernel without variants has no need of them
   * @throws IllegalArgumentException if none is left
   */
  public Kernel only(Collection<String> names) {
    return variants.isEmpty() || names.containsAll(variants.names())
        ? this
        : VariantUnion.of(
            variants.only(names), defaultConfiguration().variant().orElse(""), arguments());
  }

  /** The most scratch memories that a configuration's launch has. */
  public int scratchMemories() {
    return Math.max(
        entryPoint.signature().scratch().size(),
        variants.all().stream().mapToInt(one -> one.kernel().scratchMemories()).max().orElse(0));
  }

  /**
   * The miniature as a kernel of its own: the same parameters and names, another source and one
   * small shape. It has no reference, so it can be timed and not verified.
   *
   * @throws NoSuchElementException if the kernel has no miniature
   */
  public Kernel inSmall() {
    Miniature small = extras.miniature().orElseThrow();
    return new Kernel(
        identity,
        small.entryPoint(),
        correctness,
        space,
        List.of(small.shape()),
        work,
        Extras.NONE);
  }

  /**
   * The same with every type of a buffer that the shape decides. Without such types it is this
   * kernel.
   */
  public Kernel on(Shape shape) {
    return entryPoint.signature().typedBy().isEmpty()
        ? this
        : new Kernel(
            identity, entryPoint.on(shape), correctness, space, shapes, work, extras, variants);
  }

  /** The same, for a process that keeps the inputs that commands make in the folder of a cache. */
  public Kernel keepingInputs(Path cache) {
    return new Kernel(
        identity.keepingInputs(cache),
        entryPoint,
        correctness,
        space,
        shapes,
        work,
        extras,
        variants.keepingInputs(cache));
  }

  /**
   * The macros that depend on the shape, for a candidate.
   *
   * @throws EvaluationException if one has no value
   */
  public Configuration macros(Configuration configuration, Shape shape) {
    return entryPoint.macros().values(frame(configuration, shape));
  }

  /**
   * Those of them that a reference or a compiled baseline has: they see no parameter, unless the
   * reference is the kernel itself.
   */
  public Configuration macrosOfProblem(Shape shape) {
    return reference() instanceof Reference.Itself(Source _, Configuration configuration)
        ? macros(configuration, shape)
        : entryPoint.macros().values(frame(defaultConfiguration(), shape), parameters());
  }

  public String name() {
    return identity.name();
  }

  /** Its {@code kernel.yaml}, absolute. */
  public Path file() {
    return identity.file();
  }

  /** The folder that holds {@code kernel.yaml} and everything it names. */
  public Path folder() {
    return identity.folder();
  }

  /** The backend whose section was read, for example {@code cpu}. */
  public String backend() {
    return identity.backend();
  }

  public Source source() {
    return entryPoint.source();
  }

  /** The grid, or null on a backend without grids. */
  public @Nullable LaunchGeometry launch() {
    return entryPoint.launch();
  }

  /** In the order of the entry point's parameters. */
  public List<Argument> arguments() {
    return entryPoint.signature().arguments();
  }

  /** The buffers that the kernel writes, in the order of the entry point's parameters. */
  public List<Argument.Buffer> outputs() {
    return entryPoint.signature().outputs();
  }

  /** What is filled for an input set, in the order of the entry point's parameters. */
  public List<Signature.Input> inputs() {
    return entryPoint.signature().inputs();
  }

  /** The files from which inputs are read on some shapes, or of which their commands are made. */
  public List<Path> inputFiles(List<Shape> some) {
    return inputs().stream()
        .flatMap(
            input ->
                switch (input.buffer().fill()) {
                  case Fill.Files it -> it.files(some);
                  case Fill.Generated it -> it.files().stream();
                  case Fill.Normal _,
                      Fill.Uniform _,
                      Fill.Constant _,
                      Fill.Index _,
                      Fill.Pierced _ ->
                      Stream.of();
                })
        .distinct()
        .toList();
  }

  public Reference reference() {
    return correctness.reference();
  }

  public List<Parameter> parameters() {
    return space.parameters();
  }

  /**
   * Whether the kernel, and each of its variants, names a default. Of one that names none the
   * default configuration has no values.
   */
  public boolean namesDefault() {
    return variants.isEmpty()
        ? parameters().isEmpty() || !defaultConfiguration().withoutVariant().values().isEmpty()
        : variants.all().stream().allMatch(one -> one.kernel().namesDefault());
  }

  public Configuration defaultConfiguration() {
    return space.defaultConfiguration();
  }

  public List<Constraint> constraints() {
    return space.constraints();
  }

  public Scope scope() {
    return space.scope();
  }

  /** A frame with the parameters and dimensions set; every {@code device.*} limit is still 0. */
  public Frame frame(Configuration configuration, Shape shape) {
    return space.frame(configuration, shape);
  }

  /** The shapes of a command that names none. */
  public List<Shape> defaultShapes() {
    return extras.defaultShapes().isEmpty() ? shapes : extras.defaultShapes();
  }

  /**
   * The declared shape of this name, timed with the caches that are asked for; a drawn shape, whose
   * name no declared one has, is itself.
   */
  public Shape declaredAs(Shape asked) {
    return shapes.stream()
        .filter(shape -> shape.name().equals(asked.name()))
        .findFirst()
        .map(shape -> shape.with(asked.cache()))
        .orElse(asked);
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
                    "Kernel '%s' has no shape '%s'. %s"
                        .formatted(
                            name(),
                            shapeName,
                            Spelling.advice(
                                shapeName, shapes.stream().map(Shape::name).toList()))));
  }
}
