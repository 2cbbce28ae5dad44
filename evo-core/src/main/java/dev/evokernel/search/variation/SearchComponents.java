package dev.evokernel.search.variation;

import dev.evokernel.search.population.SearchComponent;
import dev.evokernel.surrogate.AcquisitionSettings;
import java.util.EnumSet;
import java.util.Set;

/**
 * The pieces that take part in a search, and how its model looks at the unknown.
 *
 * @param pieces at least one of those that bring offspring
 */
public record SearchComponents(Set<SearchComponent> pieces, AcquisitionSettings acquisition) {

  /** What a run uses. */
  public static final SearchComponents FULL =
      new SearchComponents(EnumSet.allOf(SearchComponent.class), AcquisitionSettings.DEFAULT);

  public SearchComponents {
    pieces = Set.copyOf(pieces);
    if (VariationKind.among(pieces).isEmpty()) {
      throw new IllegalArgumentException(
          "Nothing in "
              + pieces
              + " brings offspring. Maybe add "
              + SearchComponent.IMMIGRATION
              + ".");
    }
  }

  /** The whole of it but for one piece. */
  public SearchComponents without(SearchComponent piece) {
    Set<SearchComponent> fewer = EnumSet.copyOf(pieces);
    fewer.remove(piece);
    return new SearchComponents(fewer, acquisition);
  }

  public boolean has(SearchComponent piece) {
    return pieces.contains(piece);
  }
}
