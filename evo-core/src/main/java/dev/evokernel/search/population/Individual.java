package dev.evokernel.search.population;

import dev.evokernel.search.Proposal;
import java.util.List;

/**
 * Offspring or an initial configuration that has no objective yet.
 *
 * @param choices the position of each parameter's value in its list
 * @param generation of its proposal; 0 while it waits to be proposed
 * @param origin as {@link Proposal#origin}
 * @param parents the choices of the configurations that it was bred from
 * @param shapes the positions of the shapes on which it is timed, ascending; none for all
 */
@SuppressWarnings("ArrayRecordComponent") public // Each is one of its kind, and never compared by content.
record Individual(
    int[] choices, int generation, String origin, List<int[]> parents, List<Integer> shapes) {

  public Individual {
    parents = List.copyOf(parents);
    shapes = List.copyOf(shapes);
  }

  public static Individual bred(int[] choices, String origin, List<int[]> parents) {
    return new Individual(choices, 0, origin, parents, List.of());
  }

  /** An initial configuration or a random one. */
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
