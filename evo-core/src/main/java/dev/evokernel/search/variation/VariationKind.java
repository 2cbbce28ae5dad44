package dev.evokernel.search.variation;

import module java.base;

import dev.evokernel.search.population.SearchComponent;

/** Kind of the operator that made a candidate. */
public enum VariationKind {
  CROSSOVER(SearchComponent.CROSSOVER),
  REFINEMENT(SearchComponent.REFINEMENT),
  IMMIGRATION(SearchComponent.IMMIGRATION);

  private final SearchComponent piece;

  VariationKind(SearchComponent piece) {
    this.piece = piece;
  }

  static List<VariationKind> among(Set<SearchComponent> pieces) {
    return Arrays.stream(values()).filter(kind -> pieces.contains(kind.piece)).toList();
  }
}
