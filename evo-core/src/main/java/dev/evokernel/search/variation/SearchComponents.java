package dev.evokernel.search.variation;

import dev.evokernel.search.population.SearchComponent;
import dev.evokernel.surrogate.AcquisitionSettings;
import java.util.EnumSet;
import java.util.Set;

/**
 * Components of a search, and the settings of its acquisition function.
 *
 * @param pieces at least one that makes offspring
 */
public record SearchComponents(Set<SearchComponent> pieces, AcquisitionSettings acquisition) {

  /** Components of a run's search. */
  public static final SearchComponents FULL =
      new SearchComponents(EnumSet.allOf(SearchComponent.class), AcquisitionSettings.DEFAULT);

  public SearchComponents {
    pieces = Set.copyOf(pieces);
    if (VariationKind.among(pieces).isEmpty()) {
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

  public boolean has(SearchComponent piece) {
    return pieces.contains(piece);
  }
}
