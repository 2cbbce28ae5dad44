package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Scope;
import dev.evokernel.expr.value.Spelling;
import dev.evokernel.expr.value.Type;
import dev.evokernel.kernel.Extras;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.ParameterSpace;
import dev.evokernel.kernel.ShapeSelection;
import dev.evokernel.kernel.Variants;
import dev.evokernel.kernel.data.ElementType;
import dev.evokernel.kernel.data.Shape;
import dev.evokernel.kernel.data.Signature;
import dev.evokernel.kernel.data.Work;
import dev.evokernel.kernel.read.argument.ArgumentReader;
import dev.evokernel.kernel.read.argument.ExpressionReader;
import dev.evokernel.kernel.read.argument.LetReader;
import dev.evokernel.kernel.read.argument.MacroReader;
import dev.evokernel.kernel.read.argument.NameReader;
import dev.evokernel.kernel.read.argument.RangesReader;
import dev.evokernel.kernel.source.Baseline;
import dev.evokernel.kernel.source.Correctness;
import dev.evokernel.kernel.source.EntryPoint;
import dev.evokernel.kernel.source.Launch;
import dev.evokernel.kernel.source.Miniature;
import dev.evokernel.kernel.source.Pathology;
import dev.evokernel.kernel.source.Reference;
import dev.evokernel.kernel.source.ShapeMacros;
import dev.evokernel.kernel.source.ShapeRanges;
import dev.evokernel.kernel.source.Source;
import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.kernel.space.Constraint;
import dev.evokernel.kernel.space.Limit;
import dev.evokernel.kernel.space.Parameter;
import dev.evokernel.kernel.yaml.InvalidFileException;
import dev.evokernel.kernel.yaml.Printable;
import dev.evokernel.kernel.yaml.YamlDocument;
import dev.evokernel.kernel.yaml.YamlNode;

/**
 * Reader of {@code kernel.yaml} for one backend. Checks all that can be checked without compiling.
 *
 * <p>A kernel is read in four passes: the schema; files, parameters and shapes; expressions, which
 * need the names of the previous pass; and the values of the expressions. Each variant is read as a
 * kernel of its own.
 */
public final class KernelReader {

  /** Resource name of the JSON schema. */
  public static final String SCHEMA = "kernel.schema.json";

  /** Characters of the summary that are printed. */
  private static final int LONGEST_SUMMARY = 400;

  /** Backends of the runtime itself. */
  private static final List<String> BACKENDS = List.of("cpu", "cuda");

  private final YamlDocument document;
  private final String backend;
  private final KernelSection section;
  private final Path file;
  private final Optional<CompilerView> compiler;

  private KernelReader(
      YamlDocument document,
      String backend,
      KernelSection section,
      Optional<CompilerView> compiler) {
    this.document = document;
    this.compiler = compiler;
    this.backend = backend;
    this.section = section;
    this.file = document.file().toAbsolutePath().normalize();
  }

  /**
   * @param kernelYaml file, or its folder
   * @throws InvalidFileException if the file has an error
   */
  public static Kernel read(Path kernelYaml, String backend) {
    return read(open(kernelYaml), backend, false, Optional.empty());
  }

  /** Reads a kernel for {@link KernelFile#readUnsettled}. */
  static Kernel readUnsettled(Path kernelYaml, String backend) {
    return read(open(kernelYaml), backend, true, Optional.empty());
  }

  /**
   * Checks signatures and parameters of a valid kernel by what its compiler reads.
   *
   * @throws InvalidFileException if they differ
   */
  public static void check(Path kernelYaml, String backend, CompilerView compiler) {
    read(YamlDocument.unvalidated(file(kernelYaml)), backend, false, Optional.of(compiler));
  }

  private static Kernel read(
      YamlDocument document,
      String backend,
      boolean mayLackDefault,
      Optional<CompilerView> compiler) {
    KernelSection section = KernelSection.of(document, backend, mayLackDefault);
    Kernel kernel =
        section.variants().isEmpty()
            ? new KernelReader(document, backend, section, compiler).kernel()
            : new VariantReader(document, backend, section)
                .kernel(variant -> new KernelReader(document, backend, variant, compiler).kernel());
    if (kernel.namesDefault()) {
      RangesReader.check(document, kernel);
    }
    return kernel;
  }

  /**
   * Reads a file that another process has just validated. The schema is validated only if reading
   * fails, since loading the validator takes longer than everything else.
   *
   * @throws InvalidFileException if the file is no longer valid
   */
  public static Kernel readAgain(Path kernelYaml, String backend) {
    try {
      return read(YamlDocument.unvalidated(file(kernelYaml)), backend, false, Optional.empty());
    } catch (RuntimeException _) {
      return read(kernelYaml, backend);
    }
  }

  static YamlDocument open(Path kernelYaml) {
    YamlDocument document = YamlDocument.read(file(kernelYaml), Kernel.class, SCHEMA);
    checkBackends(document, document.root().value("backends").mapping());
    document.check();
    return document;
  }

  /** Rejects misspelt backends. Another name is that of an extension, which may be absent. */
  private static void checkBackends(YamlDocument document, YamlNode.Mapping backends) {
    for (String name : backends.values().keySet()) {
      Spelling.nearest(name, BACKENDS)
          .filter(near -> !near.equals(name))
          .ifPresent(
              near ->
                  document.problem(
                      backends.key(name), "unknown key '" + name + "'", "Maybe '" + near + "'?"));
    }
  }

  private static Path file(Path kernelYaml) {
    return KernelFile.at(kernelYaml).path();
  }

  private Kernel kernel() {
    Path folder = Objects.requireNonNull(file.getParent());
    var sources = new SourceReader(document, folder, section, backend);
    Source source = sources.candidates().on(sources.architecture());
    Optional<MiniatureReader> micro =
        section.find("micro").map(node -> new MiniatureReader(document, node.mapping()));
    Optional<Source> small =
        micro.map(
            reader -> reader.source(sources, section.find("flags")).on(source.architecture()));
    var names = new NameReader(document);
    List<Parameter> parameters = names.parameters(section.value("parameters").mapping());
    PlaceholderCheck.check(document, section, parameters);
    var references = new ReferenceReader(document, section, sources);
    Reference reference = references.reference(source, parameters, names);
    List<Parameter> facts = section.list("facts", node -> names.facts(node.mapping()));
    List<Shape> shapes =
        names.shapes(section.value("shapes").mapping(), facts, section.find("cold"));
    document.check();
    Optional<Shape> smallShape = micro.map(reader -> reader.shape(shapes, facts, names));
    document.check();

    var macros = new MacroReader(document, section.find("macros"));
    Scope plain = scope(parameters, facts, shapes, macros);
    var expressions =
        new ExpressionReader(
            document,
            section
                .find("let")
                .map(let -> LetReader.defined(document, let.mapping(), plain))
                .orElse(plain),
            parameters);
    ParameterSpace space = space(parameters, shapes, names, expressions);
    ShapeMacros shapeMacros = macros.macros(expressions, source, reference);
    var arguments =
        new ArgumentReader(
            document, expressions, backend, facts, shapes, section.find("check").isPresent());
    Signature signature = arguments.signature(section.value("arguments"));
    arguments.checkSymbols(section.value("arguments"), source.files());
    Correctness correctness =
        new NumericsReader(document, section, shapes)
            .correctness(reference, references.tolerances(), signature);
    arguments.checkOutputs(section.key("arguments"), signature, correctness.tolerances().keySet());
    Work work = work(expressions);
    List<Baseline> baselines =
        section.list("baselines", new BaselineReader(document, sources, backend)::baselines);
    var launchReader = new LaunchReader(document, expressions, section, backend);
    List<Launch> launches = launchReader.launches(signature, source.build().isPresent());
    var entryPoint = new EntryPoint(source, signature, launches, shapeMacros);
    Optional<Miniature> miniature =
        micro.map(
            reader ->
                new Miniature(
                    new EntryPoint(
                        small.orElseThrow(),
                        reader.signature(signature, arguments),
                        List.of(reader.launch(launches, launchReader)),
                        shapeMacros),
                    smallShape.orElseThrow(),
                    reader.work(expressions)));
    List<Pathology> pathologies =
        section.list(
            "pathologies", new PathologyReader(document, source, parameters, names)::pathologies);
    ShapeRanges ranges =
        section
            .find("ranges")
            .map(
                node ->
                    new RangesReader(document, shapes)
                        .ranges(section.key("ranges"), node.mapping()))
            .orElse(ShapeRanges.NONE);
    document.check();

    return checked(
        new Kernel(
            identity(folder),
            entryPoint,
            correctness,
            space,
            shapes,
            work,
            new Extras(
                baselines,
                miniature,
                pathologies,
                section.list(
                    "default_shapes",
                    node -> new ShapeSelection(shapes).of(document, node, "the kernel")),
                ranges),
            Variants.NONE),
        expressions);
  }

  private KernelIdentity identity(Path folder) {
    String summary = Printable.line(document.root().value("summary").text());
    return new KernelIdentity(
        folder.getFileName() == null ? "kernel" : String.valueOf(folder.getFileName()),
        summary.length() <= LONGEST_SUMMARY ? summary : summary.substring(0, LONGEST_SUMMARY) + "…",
        file,
        backend,
        Optional.empty());
  }

  private ParameterSpace space(
      List<Parameter> parameters,
      List<Shape> shapes,
      NameReader names,
      ExpressionReader expressions) {
    Configuration macros =
        section
            .find("default")
            .map(
                node ->
                    names.configuration(
                        "the default", section.key("default"), node.mapping(), parameters))
            .orElseGet(() -> new Configuration(Map.of()));
    Configuration defaultConfiguration =
        section.variant().map(name -> Configuration.of(name, macros)).orElse(macros);
    List<Constraint> constraints = section.list("constraints", expressions::constraints);
    return new ParameterSpace(
        parameters,
        section
            .find("defaults")
            .map(
                node ->
                    new DefaultsReader(document, expressions, parameters, shapes)
                        .rule(defaultConfiguration, node.mapping()))
            .orElse(defaultConfiguration),
        constraints,
        expressions.scope());
  }

  private Kernel checked(Kernel kernel, ExpressionReader expressions) {
    var check = new KernelCheck(document, kernel, expressions, section.variant().isPresent());
    check.constraints();
    check.units();
    if (kernel.namesDefault()) {
      check.defaultConfiguration(section.key("default"));
      if (kernel.defaultConfiguration().isByShape()) {
        check.defaultsByShape(section.key("defaults"));
      }
      check.macros();
      check.sizes();
    }
    new SignatureCheck(document, kernel, section, compiler).check();
    new ParameterUse(kernel, compiler).check(document, section.value("parameters").mapping());
    kernel
        .extras()
        .miniature()
        .filter(_ -> kernel.namesDefault())
        .ifPresent(
            miniature -> {
              var inSmall = new KernelCheck(document, kernel.inSmall(), expressions, false);
              inSmall.sizes();
              miniature.work().ifPresent(inSmall::workOfMiniature);
              miniature.work().ifPresent(check::workOfMiniature);
            });
    document.check();
    return kernel;
  }

  private Scope scope(
      List<Parameter> parameters, List<Parameter> facts, List<Shape> shapes, MacroReader macros) {
    var scope = Scope.builder();
    section.variant().ifPresent(name -> scope.declare(Configuration.VARIANT, Type.TEXT).word(name));
    parameters.forEach(parameter -> declare(scope, parameter));
    shapes.getFirst().dimensions().keySet().forEach(name -> scope.declare(name, Type.INTEGER));
    for (Parameter fact : facts) {
      declare(scope, fact);
      if (fact.values().stream().anyMatch(type -> ElementType.find(type.toString()).isPresent())) {
        scope.declare(Shape.bytes(fact.name()), Type.INTEGER);
      }
    }
    macros.declareWords(scope);
    for (Limit limit : Limit.values()) {
      scope.declare(limit.expressionName(), Type.INTEGER);
    }
    return scope.build();
  }

  private static void declare(Scope.Builder scope, Parameter parameter) {
    scope.declare(parameter.name(), parameter.type());
    if (parameter.type() == Type.TEXT) {
      parameter.values().forEach(value -> scope.word(value.toString()));
    }
  }

  private Work work(ExpressionReader expressions) {
    YamlNode.Mapping work = section.value("work").mapping();
    return new Work(
        expressions.number(work.value("flops"), ExpressionReader.Reach.SHAPE),
        expressions.number(work.value("bytes"), ExpressionReader.Reach.SHAPE),
        work.find("per")
            .map(per -> expressions.integer(per, ExpressionReader.Reach.CONFIGURATION)));
  }
}
