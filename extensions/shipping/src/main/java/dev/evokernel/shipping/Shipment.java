package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.outcome.Samples;
import dev.evokernel.report.Conclusion;
import dev.evokernel.report.PortfolioReport;
import dev.evokernel.stats.SpeedUp;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import java.util.Optional;

/**
 * Configurations of a run to export, with the choice among them.
 *
 * @param sentence the run's result, in words
 * @param kernel read from the run's own copy
 * @param configurations by position, at least one
 * @param shapes the run's shapes, in its order
 * @param rule dispatch rule for other shapes; if empty, the configuration that serves most shapes
 *     comes first
 * @param learntFrom the shapes that the rule was learnt from; empty without a rule
 */
record Shipment(
    RunHistory history,
    String sentence,
    Kernel kernel,
    List<ShippedConfiguration> configurations,
    List<ServedShape> shapes,
    Optional<DispatchRule> rule,
    String learntFrom) {

  /**
   * @throws IllegalArgumentException if parameters choose other types of arguments in one
   *     configuration than in another, because callers have one kind of buffers
   */
  public Shipment {
    configurations = List.copyOf(configurations);
    shapes = List.copyOf(shapes);
    Kernel common = kernel;
    kernel = common.typed(configurations.getFirst().configuration());
    for (ShippedConfiguration other : configurations) {
      if (!common
          .typed(other.configuration())
          .entryPoint()
          .signature()
          .types()
          .equals(kernel.entryPoint().signature().types())) {
        throw new IllegalArgumentException(
            "The configurations '%s' and '%s' have arguments of different types, and a package has one function for all. Run again with search: {for: champion}."
                .formatted(configurations.getFirst().configuration(), other.configuration()));
      }
    }
  }

  /**
   * Selects the run's result: its portfolio, its champion, or the default.
   *
   * @param kernel read from the run's own copy
   * @param dispatch dispatch of the portfolio, if a portfolio is the result
   * @throws IllegalArgumentException if the configurations do not belong to this kernel
   */
  public static Shipment of(RunHistory history, Kernel kernel, Optional<Dispatch> dispatch) {
    Conclusion conclusion = Conclusion.of(history);
    Optional<PortfolioReport> portfolio = PortfolioReport.resultOf(history);
    List<Shape> shapes = history.run().subject().workloads().stream().map(Workload::shape).toList();
    var chosen = new LinkedHashMap<OptionalInt, Configuration>();
    portfolio.ifPresentOrElse(
        set ->
            set.dispatched()
                .forEach(
                    member -> chosen.put(OptionalInt.of(member.number()), member.configuration())),
        () ->
            chosen.put(
                conclusion.champion().stream().mapToInt(Candidate::number).findFirst(),
                conclusion.configuration()));
    List<ShippedConfiguration> configurations =
        configurations(
            kernel,
            chosen,
            shapes,
            (number, shape) ->
                portfolio
                    .flatMap(set -> set.dispatched(shape.name()))
                    .map(OptionalInt::of)
                    .filter(serving -> !serving.equals(number))
                    .isEmpty());
    return new Shipment(
        history,
        conclusion.headline(),
        kernel,
        configurations,
        served(conclusion, portfolio, configurations),
        dispatch.map(Dispatch::rule),
        dispatch.map(Dispatch::learntFrom).orElse(""));
  }

  /** Configurations that the backend's compiler compiles, not a build program. */
  List<ShippedConfiguration> compiled() {
    return configurations.stream().filter(configuration -> !configuration.isBuilt()).toList();
  }

  /** Whether the kernel's build program made binaries, which no package can rebuild. */
  public boolean isBuilt() {
    return configurations.stream().anyMatch(ShippedConfiguration::isBuilt);
  }

  static List<ShippedConfiguration> configurations(
      Kernel kernel, Map<OptionalInt, Configuration> chosen, List<Shape> shapes) {
    return configurations(kernel, chosen, shapes, (_, _) -> true);
  }

  /**
   * @param serves whether a candidate serves a shape; a default that depends on the shape ships as
   *     several configurations, for these shapes alone
   */
  private static List<ShippedConfiguration> configurations(
      Kernel kernel,
      Map<OptionalInt, Configuration> chosen,
      List<Shape> shapes,
      BiPredicate<OptionalInt, Shape> serves) {
    var configurations = new ArrayList<ShippedConfiguration>();
    int number = 0;
    for (var shipped : chosen.entrySet()) {
      Kernel own = kernel.of(shipped.getValue());
      List<Shape> served =
          shipped.getValue().isByShape()
              ? shapes.stream().filter(shape -> serves.test(shipped.getKey(), shape)).toList()
              : shapes;
      for (var onShapes : byShape(shipped.getValue(), served).entrySet()) {
        var names = new LinkedHashMap<Configuration, List<String>>();
        for (Shape shape : onShapes.getValue()) {
          names
              .computeIfAbsent(own.macros(onShapes.getKey(), shape), _ -> new ArrayList<>())
              .add(shape.name());
        }
        var binaries = new ArrayList<ShippedBinary>();
        for (var each : names.entrySet()) {
          binaries.add(new ShippedBinary(number, each.getKey(), each.getValue(), Optional.empty()));
          number++;
        }
        configurations.add(
            new ShippedConfiguration(
                configurations.size(), shipped.getKey(), onShapes.getKey(), own, binaries));
      }
    }
    return configurations;
  }

  private static Map<Configuration, List<Shape>> byShape(
      Configuration configuration, List<Shape> shapes) {
    return shapes.stream()
        .collect(
            Collectors.groupingBy(
                shape -> configuration.on(shape), LinkedHashMap::new, Collectors.toList()));
  }

  private static List<ServedShape> served(
      Conclusion conclusion,
      Optional<PortfolioReport> portfolio,
      List<ShippedConfiguration> configurations) {
    return conclusion.served().stream()
        .map(
            result -> {
              Configuration serving =
                  portfolio
                      .flatMap(set -> set.dispatched(result.shape()))
                      .flatMap(conclusion.history()::candidate)
                      .map(Candidate::configuration)
                      .orElse(conclusion.configuration());
              Configuration own = serving.on(result.workload().shape());
              Optional<Integer> number = portfolio.flatMap(set -> set.dispatched(result.shape()));
              int position =
                  configurations.stream()
                      .filter(configuration -> configuration.configuration().equals(own))
                      .filter(
                          configuration ->
                              number.isEmpty()
                                  || configuration.candidate().equals(OptionalInt.of(number.get())))
                      .mapToInt(ShippedConfiguration::position)
                      .findFirst()
                      .orElseThrow();
              boolean theDefault =
                  serving.equals(conclusion.run().subject().defaultConfiguration());
              return new ServedShape(
                  result.workload().shape(),
                  position,
                  theDefault ? result.defaultSamples() : result.best(),
                  result.defaultSamples(),
                  theDefault ? Optional.empty() : result.speedUp());
            })
        .toList();
  }

  Shipment with(List<ShippedConfiguration> others) {
    return new Shipment(history, sentence, kernel, others, shapes, rule, learntFrom);
  }

  String name() {
    return kernel.name();
  }

  boolean isCuda() {
    return kernel.backend().equals("cuda");
  }

  Stream<ShippedBinary> binaries() {
    return configurations.stream().flatMap(configuration -> configuration.binaries().stream());
  }

  /** Path of a binary in the package, for example {@code binaries/gemm-3.cubin}. */
  String file(ShippedBinary binary) {
    String kind =
        binary.compiled().map(ShippedBinary.Compiled::kind).orElse(isCuda() ? "cubin" : "so");
    return "binaries/%s-%d.%s".formatted(word(), binary.number(), kind);
  }

  /** Largest number of launches of a configuration. */
  int launches() {
    return configurations.stream()
        .mapToInt(shipped -> shipped.source().entries().size())
        .max()
        .orElseThrow();
  }

  /** Names of the entry points in a binary; the source's names until the binary is compiled. */
  List<String> symbols(ShippedBinary binary) {
    return binary
        .compiled()
        .map(ShippedBinary.Compiled::symbols)
        .orElseGet(
            () ->
                configurations.stream()
                    .filter(shipped -> shipped.binaries().contains(binary))
                    .findFirst()
                    .orElseThrow()
                    .source()
                    .entries());
  }

  /** Beginning of each launch's image in a binary's file; 0 where one image has all. */
  List<Integer> starts(ShippedBinary binary) {
    return binary
        .compiled()
        .map(compiled -> compiled.images().starts())
        .orElseGet(() -> Collections.nCopies(symbols(binary).size(), 0));
  }

  /** Kernel's name as an identifier of C, Python and CMake. */
  String word() {
    String plain = name().replaceAll("[^A-Za-z0-9_]", "_");
    if (plain.equals("dispatch")) { // dispatch.h is another file.
      return "dispatch_kernel";
    }
    return Character.isDigit(plain.charAt(0)) ? "_" + plain : plain;
  }

  /** Buffers that callers pass, in the order of the entry point's parameters. */
  List<Argument.Buffer> buffers() {
    return kernel.arguments().stream()
        .flatMap(
            shipped -> shipped instanceof Argument.Buffer buffer ? Stream.of(buffer) : Stream.of())
        .toList();
  }

  /**
   * Scalars that callers pass: those whose value is a number, which no dimension, fact or parameter
   * decides, such as a factor.
   */
  List<Argument.Scalar> scalars() {
    return kernel.arguments().stream()
        .flatMap(
            shipped ->
                shipped instanceof Argument.Scalar scalar && scalar.value().names().isEmpty()
                    ? Stream.of(scalar)
                    : Stream.of())
        .toList();
  }

  boolean isOfCaller(Argument argument) {
    return scalars().stream().anyMatch(scalar -> scalar.name().equals(argument.name()));
  }

  /** Whether a buffer's size depends on the configuration, as for one partial sum per block. */
  boolean sizesDependOnConfiguration() {
    Set<String> known = new HashSet<>(dimensions());
    known.addAll(facts().keySet());
    return configurations.size() > 1
        && buffers().stream()
            .flatMap(buffer -> buffer.dimensions().stream())
            .anyMatch(side -> !known.containsAll(side.names()));
  }

  List<String> dimensions() {
    return List.copyOf(kernel.shapes().getFirst().dimensions().keySet());
  }

  Map<String, List<String>> facts() {
    var facts = new LinkedHashMap<String, List<String>>();
    for (String fact : kernel.shapes().getFirst().facts().keySet()) {
      facts.put(
          fact,
          kernel.shapes().stream()
              .flatMap(shape -> Stream.ofNullable(shape.facts().get(fact)))
              .map(Object::toString)
              .distinct()
              .toList());
    }
    return facts;
  }

  /** All positions in the order of trial without a rule: most served shapes first. */
  List<Integer> usualOrder() {
    return configurations.stream()
        .map(ShippedConfiguration::position)
        .sorted(
            (a, b) ->
                Long.compare(
                    shapes.stream().filter(shape -> shape.position() == b).count(),
                    shapes.stream().filter(shape -> shape.position() == a).count()))
        .toList();
  }

  /** Appends the positions of all other configurations. */
  List<Integer> completed(List<Integer> first) {
    return Stream.concat(first.stream(), usualOrder().stream()).distinct().toList();
  }

  /**
   * Shape of the run with the configuration that serves it.
   *
   * @param samples times of the configuration; empty if it was not measured on this shape
   * @param speedUp over the default; empty for the default itself and without finals
   */
  record ServedShape(
      Shape shape,
      int position,
      Optional<Samples> samples,
      Optional<Samples> theDefault,
      Optional<SpeedUp> speedUp) {}
}
