package dev.evokernel.shipping.dispatch;

import dev.evokernel.shipping.rule.DispatchRule;
import dev.evokernel.shipping.rule.ShapeFeatures;
import dev.evokernel.shipping.rule.ShapeTimes;
import dev.evokernel.store.Candidate;
import java.util.List;

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

  /** Names by position, for example {@code candidate 13}. */
  public List<String> names() {
    return candidates.stream().map(candidate -> "candidate " + candidate.number()).toList();
  }

  /** The rule as text, a line for each leaf. */
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
