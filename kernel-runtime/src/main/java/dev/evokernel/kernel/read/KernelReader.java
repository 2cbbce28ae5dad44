package dev.evokernel.kernel.read;

import module java.base;

import dev.evokernel.expr.Expression;
import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Spelling;
import dev.evokernel.expr.Type;
import dev.evokernel.kernel.Baseline;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Constraint;
import dev.evokernel.kernel.Correctness;
import dev.evokernel.kernel.ElementType;
import dev.evokernel.kernel.EntryPoint;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.KernelIdentity;
import dev.evokernel.kernel.Launch;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Miniature;
import dev.evokernel.kernel.Parameter;
import dev.evokernel.kernel.Pathology;
import dev.evokernel.kernel.Reference;
import dev.evokernel.kernel.Shape;
import dev.evokernel.kernel.ShapeRanges;
import dev.evokernel.kernel.ShapeSelection;
import dev.evokernel.kernel.Signature;
import dev.evokernel.kernel.Source;
import dev.evokernel.kernel.Variants;
import dev.evokernel.kernel.Work;
import dev.evokernel.kernel.WrittenMacros;
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

  private static final int LONGEST_SUMMARY = 400;

  private static final List<String> BACKENDS = List.of("cpu", "cuda");

  private final YamlDocument document;
  private final KernelSection section;
  private final Optional<CompilerView> compiler;

  private KernelReader(KernelSection section, Optional<CompilerView> compiler) {
    this.document = section.document();
    this.section = section;
    this.compiler = compiler;
  }

  /**
   * @param kernelYaml file, or its folder
   * @throws InvalidFileException if the file has an error
   */
  public static Kernel read(Path kernelYaml, String backend) {
    return read(open(kernelYaml), backend, false, Optional.empty());
  }

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
    try {
      KernelSection section = KernelSection.of(document, backend, mayLackDefault);
      Kernel kernel =
          section.variants().isEmpty()
              ? new KernelReader(section, compiler).kernel()
              : new VariantReader(section)
                  .kernel(variant -> new KernelReader(variant, compiler).kernel());
      if (kernel.namesDefault()) {
        RangesReader.check(document, kernel);
      } else if (!mayLackDefault) {
        throw new IllegalArgumentException("The kernel has no default.");
      }
      return kernel;
    } catch (RuntimeException e) {
      document.checkAll(); // A missing key, for example, that the schema demands.
      throw e;
    }
  }

  /**
   * Reads a file that another process has just validated, without the schema unless reading fails.
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
    var sources = new SourceReader(section);
    Source source = sources.candidates().on(sources.architecture());
    var names = new NameReader(document);
    List<Parameter> parameters = names.parameters(section.value("parameters").mapping());
    var values = new ValueReader(document, parameters);
    sources.checkBraces(parameters);
    var references = new ReferenceReader(section, sources);
    Reference reference = references.reference(source, values);
    List<Parameter> facts = section.list("facts", node -> names.facts(node.mapping()));
    List<Shape> shapes =
        names.shapes(section.value("shapes").mapping(), facts, section.find("cold"));
    document.check();

    Scope plain = scope(parameters, facts, shapes);
    var expressions =
        new ExpressionReader(document, plain, parameters, section.keys().mapping("let"));
    Configuration theDefault = defaultConfiguration(values, shapes, expressions);
    List<Constraint> constraints = section.list("constraints", expressions::constraints);
    Map<String, Expression> shapeMacros = macros(expressions, source, reference);
    var arguments = new ArgumentReader(section, expressions, facts, shapes);
    Signature signature = arguments.signature(section.value("arguments"));
    arguments.checkSymbols(section.value("arguments"), source.files());
    Correctness correctness = references.correctness(reference, shapes, signature);
    arguments.checkOutputs(section.key("arguments"), signature, correctness.tolerances().keySet());
    Work work = work(expressions);
    List<Baseline> baselines = section.list("baselines", sources::baselines);
    var launchReader = new LaunchReader(section, expressions);
    List<Launch> launches = launchReader.launches(signature, source.build().isPresent());
    var entryPoint = new EntryPoint(source, signature, launches, shapeMacros);
    Optional<Miniature> miniature =
        section
            .find("micro")
            .map(
                node ->
                    new MiniatureReader(document, node.mapping())
                        .miniature(
                            entryPoint,
                            shapes,
                            facts,
                            sources,
                            names,
                            arguments,
                            launchReader,
                            expressions));
    List<Pathology> pathologies =
        section.list("pathologies", node -> values.pathologies(node, source));
    ShapeRanges ranges =
        new RangesReader(document, shapes)
            .ranges(section.key("ranges"), section.keys().mapping("ranges"));
    document.checkAll();

    return checked(
        new Kernel(
            identity(section.folder()),
            entryPoint,
            correctness,
            parameters,
            theDefault,
            constraints,
            expressions.scope(),
            shapes,
            work,
            baselines,
            miniature,
            pathologies,
            section
                .find("default_shapes")
                .map(node -> new ShapeSelection(shapes).of(document, node, "the kernel"))
                .orElse(shapes),
            ranges,
            Variants.NONE),
        expressions);
  }

  private KernelIdentity identity(Path folder) {
    String summary = Printable.line(document.root().value("summary").text());
    return new KernelIdentity(
        folder.getFileName() == null ? "kernel" : String.valueOf(folder.getFileName()),
        summary.length() <= LONGEST_SUMMARY ? summary : summary.substring(0, LONGEST_SUMMARY) + "…",
        document.file().toAbsolutePath().normalize(),
        section.backend(),
        Optional.empty());
  }

  private Configuration defaultConfiguration(
      ValueReader values, List<Shape> shapes, ExpressionReader expressions) {
    var macros = new Configuration(Map.of());
    if (section.keys().has("default")) {
      YamlNode.Mapping node = section.value("default").mapping();
      macros = values.configuration("the default", section.key("default"), node);
    }
    Configuration theDefault =
        section.variant().isPresent()
            ? Configuration.of(section.variant().orElseThrow(), macros)
            : macros;
    return section.keys().has("defaults")
        ? values.byShape(theDefault, section.value("defaults").mapping(), expressions, shapes)
        : theDefault;
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
    new SignatureCheck(kernel, section, compiler).check();
    SourceWords.checkParameters(kernel, compiler, document, section.value("parameters").mapping());
    Optional<Miniature> miniature = kernel.miniature();
    if (miniature.isPresent() && kernel.namesDefault()) {
      var inSmall = new KernelCheck(document, kernel.inSmall(), expressions, false);
      inSmall.sizes();
      miniature.get().work().ifPresent(inSmall::workOfMiniature);
      miniature.get().work().ifPresent(check::workOfMiniature);
    }
    document.check();
    return kernel;
  }

  private Scope scope(List<Parameter> parameters, List<Parameter> facts, List<Shape> shapes) {
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
    List<String> macros =
        section.keys().mapping("macros").values().values().stream().map(YamlNode::text).toList();
    WrittenMacros.declareWords(scope, macros);
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

  /** Reads the macros. Sources must mention them, unless a build program receives them. */
  private Map<String, Expression> macros(
      ExpressionReader expressions, Source candidates, Reference reference) {
    YamlNode.Mapping node = section.keys().mapping("macros");
    if (node.values().isEmpty()) {
      return Map.of();
    }
    var words =
        new SourceWords(
            Stream.concat(candidates.files().stream(), reference.files().stream()).toList());
    var macros = new LinkedHashMap<String, Expression>();
    node.forEach(
        (name, value) -> {
          if (expressions.isParameter(name)) {
            document.problem(
                node.key(name),
                "'" + name + "' is both a parameter and a macro",
                "Remove one of the two.");
          } else if (candidates.build().isEmpty()) {
            words.check(document, node.key(name), name);
          }
          macros.put(name, expressions.macro(value));
        });
    return macros;
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
