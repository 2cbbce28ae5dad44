package dev.evokernel.search;

import java.util.List;

/**
 * Offspring or initial configuration without an objective yet.
 *
 * @param choices position of each parameter's value in its list
 * @param generation generation of the proposal; 0 before it is proposed
 * @param origin as {@link Proposal#origin}
 * @param shapes positions of the shapes to time, ascending; empty for all
 */
@SuppressWarnings("ArrayRecordComponent")
// Individuals are never compared by content.
record Individual(
    int[] choices, int generation, String origin, List<int[]> parents, List<Integer> shapes) {

  public Individual {
    parents = List.copyOf(parents);
    shapes = List.copyOf(shapes);
  }

  public static Individual bred(int[] choices, String origin, List<int[]> parents) {
    return new Individual(choices, 0, origin, parents, List.of());
  }

  /** Creates an initial or random configuration. */
  public static Individual unbred(int[] choices, String origin) {
    return bred(choices, origin, List.of());
  }

  public Individual timedOn(List<Integer> some) {
    return new Individual(choices, generation, origin, parents, some);
  }

  public Individual proposedIn(int other) {
    return new Individual(choices, other, origin, parents, shapes);
  }
}
