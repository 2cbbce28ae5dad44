package dev.evokernel.search;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.surrogate.ShapeOutputs;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The run that a search is part of.
 *
 * @param numbers of its proposals
 * @param outputs with several shapes, the search is for the best configuration on each: it
 *     minimises the geometric mean over the shapes of the best objective there. Each shape has a
 *     population of its own, one model learns from all, and a configuration is proposed with the
 *     shapes on which it is worth being timed
 * @param shapes their names
 * @param states keeps the state of the search from one session to the next
 * @param migration offers configurations of other searches
 */
public record SearchContext(
    ProposalNumbers numbers,
    ShapeOutputs outputs,
    List<String> shapes,
    SearchStates states,
    Migration migration) {

  public SearchContext {
    shapes = List.copyOf(shapes);
  }

  /** A search for one configuration that keeps no state and takes nothing over. */
  public static SearchContext alone() {
    return numbered(ProposalNumbers.counting());
  }

  /** {@link #alone} with other numbers. */
  public static SearchContext numbered(ProposalNumbers numbers) {
    return new SearchContext(
        numbers, ShapeOutputs.SINGLE, List.of(), SearchStates.NONE, Migration.NONE);
  }

  /** A search for the best configuration on each shape; shapes are named by their positions. */
  public SearchContext on(ShapeOutputs several) {
    List<String> names = IntStream.range(0, several.count()).mapToObj(Integer::toString).toList();
    return new SearchContext(numbers, several, names, states, migration);
  }

  public SearchContext with(SearchStates other) {
    return new SearchContext(numbers, outputs, shapes, other, migration);
  }

  public SearchContext with(Migration other) {
    return new SearchContext(numbers, outputs, shapes, states, other);
  }

  /** A proposal without parents, on every shape. */
  public Proposal proposal(Configuration configuration, int generation, String origin) {
    return new Proposal(numbers.number(configuration), generation, origin, configuration);
  }
}
