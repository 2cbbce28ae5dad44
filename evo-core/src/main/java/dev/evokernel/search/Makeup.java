package dev.evokernel.search;

import dev.evokernel.surrogate.Outlook;
import java.util.EnumSet;
import java.util.Set;

/**
 * The pieces that take part in a search, and how its model looks at the unknown.
 *
 * @param pieces at least one of those that bring newcomers
 */
public record Makeup(Set<Piece> pieces, Outlook outlook) {

  /** What a run uses. */
  public static final Makeup FULL = new Makeup(EnumSet.allOf(Piece.class), Outlook.DEFAULT);

  public Makeup {
    pieces = Set.copyOf(pieces);
    if (Origin.among(pieces).isEmpty()) {
      throw new IllegalArgumentException(
          "Nothing in " + pieces + " brings newcomers. Maybe add " + Piece.IMMIGRATION + ".");
    }
  }

  /** The whole of it but for one piece. */
  public Makeup without(Piece piece) {
    Set<Piece> fewer = EnumSet.copyOf(pieces);
    fewer.remove(piece);
    return new Makeup(fewer, outlook);
  }

  boolean has(Piece piece) {
    return pieces.contains(piece);
  }
}
