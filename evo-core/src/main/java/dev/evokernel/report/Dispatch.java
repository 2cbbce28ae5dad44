package dev.evokernel.report;

import dev.evokernel.dispatch.DispatchRule;
import dev.evokernel.dispatch.ShapeFeatures;
import dev.evokernel.dispatch.ShapeTimes;
import dev.evokernel.store.Candidate;
import java.util.List;

/**
 * Which configuration of a run's portfolio serves which shape.
 *
 * @param candidates of the portfolio, by number: positions of the rule are positions here
 * @param features in whose scope the rule's questions are
 * @param rule for every shape
 * @param single the configuration to take where one serves all shapes
 * @param expected what the rule loses on shapes that it was not learnt from, by cross-validation,
 *     as a share; {@link Double#NaN} where that is not known
 * @param declared what the finals measured on the run's shapes. A table of them may go before the
 *     rule: {@link ShapeTimes#best} is what the finals dispatch to
 * @param drawn what {@code evo dispatch} measured on drawn shapes for the rule to learn from; empty
 *     for a rule that knows the declared ones alone
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

  /** For example {@code candidate 13}, by position. */
  public List<String> names() {
    return candidates.stream().map(one -> "candidate " + one.number()).toList();
  }

  /** The rule as text, one line for each leaf. */
  public List<String> lines() {
    return rule.lines(names());
  }

  /** From which shapes it was learnt, for example {@code 4 declared and 40 drawn shapes}. */
  public String learntFrom() {
    return drawn.isEmpty()
        ? "%d declared shapes".formatted(declared.size())
        : "%d declared and %d drawn shapes".formatted(declared.size(), drawn.size());
  }
}
