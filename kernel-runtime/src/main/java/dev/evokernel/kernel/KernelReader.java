package dev.evokernel.kernel;

import dev.evokernel.expr.Scope;
import dev.evokernel.expr.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads a {@code kernel.yaml} for one backend and checks all that can be known without compiling.
 *
 * <p>In four passes, each over everything before the next begins: the schema; files, parameters and
 * shapes; expressions, which need the names of the pass before; and what the expressions' values
 * say.
 */
public final class KernelReader {

  /** The name of the JSON schema, which lies beside this class. */
  public static final String SCHEMA = "kernel.schema.json";

  private final YamlDocument document;
  private final String backend;
  private final KernelSection section;
  private final Path file;

  private KernelReader(YamlDocument document, String backend) {
    this.document = document;
    this.backend = backend;
    this.section = KernelSection.of(document, backend);
    this.file = document.file().toAbsolutePath().normalize();
  }

  /**
   * @param kernelYaml the file, or its folder
   * @throws InvalidFileException if anything in it is wrong
   */
  public static Kernel read(Path kernelYaml, String backend) {
    return new KernelReader(open(kernelYaml), backend).kernel();
  }

  /**
   * Reads what another process has just read: the schema, whose validator takes longer to load than
   * all the rest takes, is asked only about a file in which something is wrong after all.
   *
   * @throws InvalidFileException if somebody has made a mistake in it meanwhile
   */
  public static Kernel readAgain(Path kernelYaml, String backend) {
    try {
      return new KernelReader(YamlDocument.unvalidated(file(kernelYaml)), backend).kernel();
    } catch (RuntimeException _) {
      return read(kernelYaml, backend);
    }
  }

  /**
   * The backends for which a kernel has a section, in the file's order.
   *
   * @param kernelYaml the file, or its folder
   * @throws InvalidFileException if the schema refuses the file
   */
  public static List<String> backends(Path kernelYaml) {
    return List.copyOf(
        open(kernelYaml).root().value("backends").mapping().values().sequencedKeySet());
  }

  private static YamlDocument open(Path kernelYaml) {
    return YamlDocument.read(file(kernelYaml), KernelReader.class, SCHEMA);
  }

  private static Path file(Path kernelYaml) {
    return Files.isDirectory(kernelYaml) ? kernelYaml.resolve("kernel.yaml") : kernelYaml;
  }

  private Kernel kernel() {
    var sources = new SourceReader(document, Objects.requireNonNull(file.getParent()));
    Source source =
        sources.source(section.value("sources"), section.value("entry"), section.find("flags"));
    Reference reference = sources.reference(section.value("reference").mapping());
    Optional<MiniatureReader> micro =
        section.find("micro").map(node -> new MiniatureReader(document, node.mapping()));
    Optional<Source> small = micro.map(it -> it.source(sources, section.find("flags")));
    var names = new NameReader(document);
    List<Parameter> parameters = names.parameters(section.value("parameters").mapping());
    List<Shape> shapes = names.shapes(section.value("shapes").mapping(), section.find("cold"));
    document.check();
    Optional<Shape> smallShape = micro.map(it -> it.shape(shapes));
    document.check();

    Configuration defaultConfiguration =
        names.defaultConfiguration(
            section.key("default"), section.value("default").mapping(), parameters);
    Scope scope = scope(parameters, shapes);
    var expressions = new ExpressionReader(document, scope, parameters);
    List<Constraint> constraints =
        section.find("constraints").map(expressions::constraints).orElse(List.of());
    var arguments = new ArgumentReader(document, expressions, backend);
    List<Argument> signature = arguments.arguments(section.value("arguments"));
    Map<ElementType, Tolerance> tolerances = tolerances();
    arguments.checkOutputs(section.key("arguments"), signature, tolerances.keySet());
    Work work = work(expressions);
    List<Baseline> baselines =
        section
            .find("baselines")
            .map(new BaselineReader(document, sources, backend)::baselines)
            .orElse(List.of());
    LaunchGeometry launch =
        backend.equals("cpu") ? null : launch(section.value("launch").mapping(), expressions);
    Optional<Miniature> miniature =
        micro.map(
            it ->
                new Miniature(
                    small.orElseThrow(),
                    smallShape.orElseThrow(),
                    it.arguments(signature, arguments),
                    it.launch(launch).map(own -> launch(own, expressions)).orElse(launch),
                    it.work(expressions)));
    List<Pathology> pathologies =
        section
            .find("pathologies")
            .map(new PathologyReader(document, source, parameters, names)::pathologies)
            .orElse(List.of());
    document.check();

    var kernel =
        new Kernel(
            Objects.requireNonNull(file.getParent()).getFileName() == null
                ? "kernel"
                : String.valueOf(file.getParent().getFileName()),
            document.root().value("summary").text(),
            file,
            backend,
            source,
            reference,
            parameters,
            defaultConfiguration,
            constraints,
            launch,
            shapes,
            signature,
            tolerances,
            work,
            scope,
            baselines,
            miniature,
            pathologies);
    var check = new KernelCheck(document, kernel, expressions);
    check.defaultConfiguration(section.key("default"));
    check.constraints();
    check.sizes();
    if (miniature.isPresent()) {
      var inSmall = new KernelCheck(document, kernel.inSmall(), expressions);
      inSmall.sizes();
      miniature.flatMap(Miniature::work).ifPresent(inSmall::workOfMiniature);
      miniature.flatMap(Miniature::work).ifPresent(check::workOfMiniature);
    }
    document.check();
    return kernel;
  }

  private static Scope scope(List<Parameter> parameters, List<Shape> shapes) {
    var scope = Scope.builder();
    for (Parameter parameter : parameters) {
      scope.declare(parameter.name(), parameter.type());
      if (parameter.type() == Type.TEXT) {
        parameter.values().forEach(value -> scope.word(value.toString()));
      }
    }
    shapes.getFirst().dimensions().keySet().forEach(name -> scope.declare(name, Type.INTEGER));
    for (Limit limit : Limit.values()) {
      scope.declare(limit.expressionName(), Type.INTEGER);
    }
    return scope.build();
  }

  private Map<ElementType, Tolerance> tolerances() {
    var tolerances = new EnumMap<ElementType, Tolerance>(ElementType.class);
    section
        .find("tolerances")
        .ifPresent(
            node ->
                node.mapping()
                    .values()
                    .forEach(
                        (type, tolerance) ->
                            tolerances.put(
                                ElementType.ofLabel(type), tolerance(tolerance.mapping()))));
    return tolerances;
  }

  private static Tolerance tolerance(YamlNode.Mapping node) {
    return new Tolerance(
        node.value("absolute").real(),
        node.value("relative").real(),
        node.find("not_finite").map(YamlNode::text).orElse("match").equals("skip")
            ? Tolerance.NotFinite.SKIP
            : Tolerance.NotFinite.MATCH);
  }

  private Work work(ExpressionReader expressions) {
    YamlNode.Mapping work = section.value("work").mapping();
    return new Work(
        expressions.number(work.value("flops"), ExpressionReader.Reach.SHAPE),
        expressions.number(work.value("bytes"), ExpressionReader.Reach.SHAPE));
  }

  private static LaunchGeometry launch(YamlNode.Mapping launch, ExpressionReader expressions) {
    return new LaunchGeometry(
        launch.value("grid").each(expressions::launch),
        launch.value("block").each(expressions::launch),
        launch.find("shared").map(expressions::launch).orElseGet(() -> expressions.constant(0)),
        launch.find("cluster").map(node -> node.each(expressions::launch)).orElse(List.of()));
  }
}
