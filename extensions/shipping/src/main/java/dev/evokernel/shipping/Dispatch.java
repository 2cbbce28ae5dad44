package dev.evokernel.shipping;

import module java.base;

import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.report.PortfolioReport;
import dev.evokernel.shipping.ShapeTimes.DrawnShape;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;

/**
 * Dispatch rule of a portfolio: it chooses a configuration for every shape.
 *
 * @param candidates candidates of the portfolio, by number; the rule names them by position
 * @param features shape features that the rule can ask for
 * @param single the best configuration for all shapes together
 * @param expected cross-validated loss of the rule, as a share; {@link Double#NaN} if unknown
 * @param declared times on the run's shapes, from the finals. {@link ShapeTimes#best} is the
 *     dispatch of the finals; a table of the declared shapes can precede the rule
 * @param drawn times on drawn shapes, from {@code evo dispatch}; empty for a rule learnt from the
 *     declared shapes only
 */
public record Dispatch(
    List<Candidate> candidates,
    ShapeFeatures features,
    DispatchRule rule,
    DispatchRule.Leaf single,
    double expected,
    List<ShapeTimes> declared,
    List<ShapeTimes> drawn) {

  public Dispatch {
    candidates = List.copyOf(candidates);
    declared = List.copyOf(declared);
    drawn = List.copyOf(drawn);
  }

  /**
   * Reads the rule that {@code evo dispatch} wrote. Without such a rule, learns one from the
   * declared shapes and the drawn shapes measured so far.
   *
   * @return empty if the result of the run is one configuration for all shapes
   */
  public static Optional<Dispatch> of(RunHistory history, Kernel kernel, Path folder) {
    return result(history)
        .map(
            portfolio -> {
              var file = new DispatchFile(folder);
              List<Integer> numbers =
                  portfolio.dispatched().stream().map(Candidate::number).toList();
              List<DrawnShape> drawn = file.shapes(numbers);
              Dispatch learnt =
                  learnt(history, kernel, portfolio.dispatched(), drawn, cores(history, file));
              return file.rule(learnt.features(), numbers)
                  .map(
                      rule ->
                          new Dispatch(
                              learnt.candidates(),
                              learnt.features(),
                              rule,
                              learnt.single(),
                              learnt.rule().equals(rule) ? learnt.expected() : Double.NaN,
                              learnt.declared(),
                              learnt.drawn()))
                  .orElse(learnt);
            });
  }

  /** Configurations that a rule can choose; empty if the result is one configuration. */
  public static List<Candidate> candidates(RunHistory history) {
    return result(history).map(PortfolioReport::dispatched).orElse(List.of());
  }

  /**
   * Learns a rule from the declared shapes and the drawn training shapes.
   *
   * @param drawn drawn shapes; unseen shapes are ignored
   * @param cores multiprocessors or cores of the device, if known
   * @return empty if the result of the run is one configuration for all shapes
   */
  public static Optional<Dispatch> learnt(
      RunHistory history, Kernel kernel, List<DrawnShape> drawn, OptionalLong cores) {
    return result(history)
        .map(portfolio -> learnt(history, kernel, portfolio.dispatched(), drawn, cores));
  }

  /** A default that depends on the shape is no single configuration that a rule could choose. */
  private static Optional<PortfolioReport> result(RunHistory history) {
    return PortfolioReport.resultOf(history)
        .filter(
            portfolio ->
                portfolio.dispatched().stream()
                    .noneMatch(candidate -> candidate.configuration().isByShape()));
  }

  private static Dispatch learnt(
      RunHistory history,
      Kernel kernel,
      List<Candidate> candidates,
      List<DrawnShape> drawn,
      OptionalLong cores) {
    ShapeFeatures features =
        ShapeFeatures.of(kernel, candidates.stream().map(Candidate::configuration).toList(), cores);
    List<Integer> numbers = candidates.stream().map(Candidate::number).toList();
    List<ShapeTimes> declared =
        history.run().subject().workloads().stream()
            .map(Workload::shape)
            .map(shape -> inFinals(history, shape, numbers))
            .toList();
    List<ShapeTimes> training =
        drawn.stream()
            .filter(shape -> !shape.isUnseen())
            .flatMap(shape -> shape.times(numbers).stream())
            .toList();
    RuleLearning learning =
        RuleLearning.of(features, Stream.concat(declared.stream(), training.stream()).toList());
    return new Dispatch(
        candidates,
        features,
        learning.rule(),
        learning.single(),
        learning.expected(),
        declared,
        training);
  }

  private static OptionalLong cores(RunHistory history, DispatchFile file) {
    OptionalLong measured = file.cores();
    return measured.isPresent()
        ? measured
        : history
            .limits()
            .map(known -> OptionalLong.of(known.limits().value(Limit.CORES)))
            .orElse(OptionalLong.empty());
  }

  private static ShapeTimes inFinals(RunHistory history, Shape shape, List<Integer> numbers) {
    return ShapeTimes.of(
        shape,
        numbers.stream()
            .map(
                number ->
                    history
                        .finals()
                        .flatMap(finals -> finals.result(number, shape.name()))
                        .map(result -> ShapeTimes.Timing.of(result.samples())))
            .toList());
  }

  /** Names by position, for example {@code candidate 13}. */
  public List<String> names() {
    return candidates.stream().map(candidate -> "candidate " + candidate.number()).toList();
  }

  public List<String> lines() {
    return rule.lines(names());
  }

  /** Training shapes of the rule, for example {@code 4 declared and 40 drawn shapes}. */
  public String learntFrom() {
    return drawn.isEmpty()
        ? "%d declared shapes".formatted(declared.size())
        : "%d declared and %d drawn shapes".formatted(declared.size(), drawn.size());
  }
}
