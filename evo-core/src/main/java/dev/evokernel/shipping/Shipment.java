package dev.evokernel.shipping;

import dev.evokernel.dispatch.DispatchRule;
import dev.evokernel.kernel.Argument;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.Conclusion;
import dev.evokernel.report.Dispatch;
import dev.evokernel.report.PortfolioReport;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What is taken from a run.
 *
 * @param sentence the run's result, in words
 * @param kernel from the run's own copy
 * @param configurations by position, at least one
 * @param shapes the run's, in its order
 * @param rule for shapes that the run does not have; without one, the configuration that serves
 *     most shapes comes first
 * @param learntFrom which shapes the rule was learnt from; empty without one
 */
public record Shipment(
    RunHistory history,
    String sentence,
    Kernel kernel,
    List<ShippedConfiguration> configurations,
    List<ServedShape> shapes,
    Optional<DispatchRule> rule,
    String learntFrom) {

  public Shipment {
    configurations = List.copyOf(configurations);
    shapes = List.copyOf(shapes);
  }

  /**
   * The portfolio where that is the run's result, otherwise the champion, or the default where it
   * stays.
   *
   * @param kernel from the run's own copy
   * @param dispatch of the portfolio, where that is the result
   * @throws IllegalArgumentException if the run's configurations are none of this kernel
   */
  public static Shipment of(RunHistory history, Kernel kernel, Optional<Dispatch> dispatch) {
    Conclusion conclusion = Conclusion.of(history);
    Optional<PortfolioReport> portfolio = PortfolioReport.resultOf(history);
    List<Shape> shapes = history.run().subject().workloads().stream().map(Workload::shape).toList();
    var chosen = new LinkedHashMap<OptionalInt, Configuration>();
    portfolio.ifPresentOrElse(
        set ->
            set.dispatched()
                .forEach(one -> chosen.put(OptionalInt.of(one.number()), one.configuration())),
        () ->
            chosen.put(
                conclusion.champion().stream().mapToInt(Candidate::number).findFirst(),
                conclusion.configuration()));
    List<ShippedConfiguration> configurations = configurations(kernel, chosen, shapes);
    return new Shipment(
        history,
        conclusion.headline(),
        kernel,
        configurations,
        served(conclusion, portfolio, configurations),
        dispatch.map(Dispatch::rule),
        dispatch.map(Dispatch::learntFrom).orElse(""));
  }

  /** Those that the backend's compiler compiled, from sources that are in a package. */
  List<ShippedConfiguration> compiled() {
    return configurations.stream().filter(one -> !one.isBuilt()).toList();
  }

  /** Whether a program of the kernel's own built binaries, which nothing in a package can do. */
  public boolean isBuilt() {
    return configurations.stream().anyMatch(ShippedConfiguration::isBuilt);
  }

  static List<ShippedConfiguration> configurations(
      Kernel kernel, Map<OptionalInt, Configuration> chosen, List<Shape> shapes) {
    var configurations = new ArrayList<ShippedConfiguration>();
    int number = 0;
    for (var one : chosen.entrySet()) {
      Kernel own = kernel.of(one.getValue());
      var names = new LinkedHashMap<Configuration, List<String>>();
      for (Shape shape : shapes) {
        names
            .computeIfAbsent(own.macros(one.getValue(), shape), _ -> new ArrayList<>())
            .add(shape.name());
      }
      var binaries = new ArrayList<ShippedBinary>();
      for (var each : names.entrySet()) {
        binaries.add(new ShippedBinary(number, each.getKey(), each.getValue(), Optional.empty()));
        number++;
      }
      configurations.add(
          new ShippedConfiguration(
              configurations.size(), one.getKey(), one.getValue(), own, binaries));
    }
    return configurations;
  }

  private static List<ServedShape> served(
      Conclusion conclusion,
      Optional<PortfolioReport> portfolio,
      List<ShippedConfiguration> configurations) {
    return conclusion.served().stream()
        .map(
            one -> {
              int position =
                  portfolio
                      .flatMap(set -> set.dispatched(one.shape()))
                      .map(number -> position(configurations, number))
                      .orElse(0);
              boolean theDefault =
                  configurations
                      .get(position)
                      .configuration()
                      .equals(conclusion.run().subject().defaultConfiguration());
              return new ServedShape(
                  one.workload().shape(),
                  position,
                  theDefault ? one.defaultSamples() : one.best(),
                  one.defaultSamples(),
                  theDefault ? Optional.empty() : one.speedUp());
            })
        .toList();
  }

  private static int position(List<ShippedConfiguration> configurations, int number) {
    return configurations.stream()
        .filter(one -> one.candidate().equals(OptionalInt.of(number)))
        .mapToInt(ShippedConfiguration::position)
        .findFirst()
        .orElseThrow();
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
    return configurations.stream().flatMap(one -> one.binaries().stream());
  }

  /** Where a binary lies in the package, for example {@code binaries/gemm-3.cubin}. */
  String file(ShippedBinary binary) {
    String kind =
        binary.compiled().map(ShippedBinary.Compiled::kind).orElse(isCuda() ? "cubin" : "so");
    return "binaries/%s-%d.%s".formatted(word(), binary.number(), kind);
  }

  /** What the entry point is called in a binary: as its compiler says, or as its source does. */
  String symbol(ShippedBinary binary) {
    return binary
        .compiled()
        .map(ShippedBinary.Compiled::symbol)
        .orElseGet(
            () ->
                configurations.stream()
                    .filter(one -> one.binaries().contains(binary))
                    .findFirst()
                    .orElseThrow()
                    .source()
                    .entry());
  }

  /** The kernel's name as a part of a name in C, Python and CMake. */
  String word() {
    String plain = name().replaceAll("[^A-Za-z0-9_]", "_");
    if (plain.equals("dispatch")) { // The name of another file.
      return "dispatch_kernel";
    }
    return Character.isDigit(plain.charAt(0)) ? "_" + plain : plain;
  }

  /** The buffers that callers pass, in the order of the entry point's parameters. */
  List<Argument.Buffer> buffers() {
    return kernel.arguments().stream()
        .flatMap(one -> one instanceof Argument.Buffer buffer ? Stream.of(buffer) : Stream.of())
        .toList();
  }

  /**
   * Whether it depends on the configuration how large some buffer is, as that of a block's partial
   * sums.
   */
  boolean sizesDependOnConfiguration() {
    Set<String> known = new HashSet<>(dimensions());
    known.addAll(facts().keySet());
    return configurations.size() > 1
        && buffers().stream()
            .flatMap(buffer -> buffer.dimensions().stream())
            .anyMatch(side -> !known.containsAll(side.names()));
  }

  /** In the order in which shapes state them. */
  List<String> dimensions() {
    return List.copyOf(kernel.shapes().getFirst().dimensions().keySet());
  }

  /** The facts of the kernel's shapes, each with the values that shapes have. */
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

  /**
   * The positions of all configurations in the order in which they are tried where there is no
   * rule: the one that serves most shapes first.
   */
  List<Integer> usualOrder() {
    return configurations.stream()
        .map(ShippedConfiguration::position)
        .sorted(
            (a, b) ->
                Long.compare(
                    shapes.stream().filter(one -> one.position() == b).count(),
                    shapes.stream().filter(one -> one.position() == a).count()))
        .toList();
  }

  /** Some positions, and behind them those of the other configurations. */
  List<Integer> completed(List<Integer> first) {
    return Stream.concat(first.stream(), usualOrder().stream()).distinct().toList();
  }
}
