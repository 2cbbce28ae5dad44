package dev.evokernel.search;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Where newcomers come from. */
enum Origin {
  CROSSOVER(Piece.CROSSOVER),
  MUTATION(Piece.MUTATION),
  REFINEMENT(Piece.REFINEMENT),
  IMMIGRATION(Piece.IMMIGRATION);

  private final Piece piece;

  Origin(Piece piece) {
    this.piece = piece;
  }

  static List<Origin> among(Set<Piece> pieces) {
    return Arrays.stream(values()).filter(origin -> pieces.contains(origin.piece)).toList();
  }
}
