package dev.evokernel.search;

import dev.evokernel.search.SearchContext.Migration;
import dev.evokernel.surrogate.ShapeOutputs;
import java.util.stream.IntStream;

/** Contexts of searches that belong to no run. */
final class Contexts {

  private Contexts() {}

  /** Searches for the best configuration on each shape; shapes are named by their positions. */
  static SearchContext on(ShapeOutputs several, SearchContext context) {
    return new SearchContext(
        context.numbers(),
        several,
        IntStream.range(0, several.count()).mapToObj(Integer::toString).toList(),
        context.states(),
        context.migration());
  }

  static SearchContext with(Migration migration, SearchContext context) {
    return new SearchContext(
        context.numbers(), context.outputs(), context.shapes(), context.states(), migration);
  }
}
