package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.surrogate.ShapeOutputs;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Run to which a search belongs.
 *
 * @param outputs with several shapes, the search minimises the geometric mean of the best objective
 *     on each shape. Each shape has its own population, one model learns from all shapes, and a
 *     proposal names the shapes worth timing
 * @param states keeps the search state between sessions
 */
public record SearchContext(
    ProposalNumbers numbers,
    ShapeOutputs outputs,
    List<String> shapes,
    SearchStates states,
    Migration migration) {

  /** Context of a search for one configuration, without stored state and migration. */
  public static SearchContext alone() {
    return numbered(ProposalNumbers.counting());
  }

  /** {@link #alone} with other numbers. */
  public static SearchContext numbered(ProposalNumbers numbers) {
    return new SearchContext(
        numbers, ShapeOutputs.SINGLE, List.of(), SearchStates.NONE, Migration.NONE);
  }

  /** Searches for the best configuration on each shape; shapes are named by their positions. */
  public SearchContext on(ShapeOutputs several) {
    List<String> names = IntStream.range(0, several.count()).mapToObj(Integer::toString).toList();
    return new SearchContext(numbers, several, names, states, migration);
  }

  public SearchContext with(Migration other) {
    return new SearchContext(numbers, outputs, shapes, states, other);
  }

  /** Makes a proposal without parents, on every shape. */
  public Proposal proposal(Configuration configuration, int generation, String origin) {
    return new Proposal(numbers.number(configuration), generation, origin, configuration);
  }
}
