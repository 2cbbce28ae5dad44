package dev.evokernel.report;

import dev.evokernel.dispatch.RuleLearning;
import dev.evokernel.dispatch.ShapeFeatures;
import dev.evokernel.dispatch.ShapeTimes;
import dev.evokernel.dispatch.Timing;
import dev.evokernel.kernel.Kernel;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.store.Candidate;
import dev.evokernel.store.RunHistory;
import dev.evokernel.store.Workload;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Makes a run's {@link Dispatch} of what its finals and {@code evo dispatch} measured. */
public final class DispatchRules {

  private DispatchRules() {}

  /**
   * The rule that {@code evo dispatch} wrote down; where it was not called, or not to its end, one
   * that is learnt from what there is, at the least the declared shapes.
   *
   * @param kernel the run's copy
   * @param folder the run's
   * @return empty where the run's result is one configuration for all shapes
   */
  public static Optional<Dispatch> of(RunHistory history, Kernel kernel, Path folder) {
    return PortfolioReport.resultOf(history)
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

  /** The configurations among which is chosen; empty where there is nothing to choose. */
  public static List<Candidate> candidates(RunHistory history) {
    return PortfolioReport.resultOf(history).map(PortfolioReport::dispatched).orElse(List.of());
  }

  /**
   * Learns the rule.
   *
   * @param drawn those that are unseen are left out
   * @param cores of the device, where they are known
   * @return empty where the run's result is one configuration for all shapes
   */
  public static Optional<Dispatch> learnt(
      RunHistory history, Kernel kernel, List<DrawnShape> drawn, OptionalLong cores) {
    return PortfolioReport.resultOf(history)
        .map(portfolio -> learnt(history, kernel, portfolio.dispatched(), drawn, cores));
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
            .filter(one -> !one.isUnseen())
            .flatMap(one -> one.times(numbers).stream())
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
                        .map(result -> Timing.of(result.samples())))
            .toList());
  }
}
