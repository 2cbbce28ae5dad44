package dev.evokernel.search;

import module java.base;

import dev.evokernel.surrogate.Surrogate.AcquisitionSettings;

/**
 * Components of a search, and the settings of its acquisition function.
 *
 * @param pieces at least one that makes offspring
 */
public record SearchComponents(Set<SearchComponent> pieces, AcquisitionSettings acquisition) {

  private static final List<SearchComponent> OPERATORS =
      List.of(SearchComponent.CROSSOVER, SearchComponent.REFINEMENT, SearchComponent.IMMIGRATION);

  /** Components of a run's search. */
  public static final SearchComponents FULL =
      new SearchComponents(EnumSet.allOf(SearchComponent.class), AcquisitionSettings.DEFAULT);

  public SearchComponents {
    pieces = Set.copyOf(pieces);
    if (Collections.disjoint(pieces, OPERATORS)) {
      throw new IllegalArgumentException(
          "None of " + pieces + " makes offspring. Maybe add " + SearchComponent.IMMIGRATION + ".");
    }
  }

  /** Removes a component. */
  public SearchComponents without(SearchComponent piece) {
    Set<SearchComponent> fewer = EnumSet.copyOf(pieces);
    fewer.remove(piece);
    return new SearchComponents(fewer, acquisition);
  }

  /** Components that make offspring, in a fixed order. */
  List<SearchComponent> operators() {
    return OPERATORS.stream().filter(pieces::contains).toList();
  }

  /** Component of a search. Each can be left out to measure its worth. */
  public enum SearchComponent {
    /** Surrogate model, fitted to all evaluations, that preselects offspring. */
    MODEL,
    /** Offspring of two parents, half of them mutated. */
    CROSSOVER,
    /** Neighbours of the best. */
    REFINEMENT,
    /** Random configurations. */
    IMMIGRATION,
    /** A new population after a long time without improvement. */
    RESTARTS
  }
}
