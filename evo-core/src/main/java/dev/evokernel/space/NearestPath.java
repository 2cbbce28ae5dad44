package dev.evokernel.space;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * Search for the path of a diagram nearest to given choices: fewest choices changed, then fewest
 * steps along the lists of values, then at random.
 *
 * <p>The number of allowed changes grows until there is a path. Within a number of changes, the
 * best completion of a node is computed once and stored, so that the work is bounded by nodes times
 * changes. One or two changes nearly always suffice, and few nodes are visited.
 */
final class NearestPath {

  /** Best completions of a node: their number of steps, and how many there are. */
  private record Best(long steps, double ways) {
    boolean isDead() {
      return ways == 0;
    }
  }

  private static final Best DEAD = new Best(Long.MAX_VALUE, 0);
  private static final Best ARRIVED = new Best(0, 1);

  private final Diagram diagram;
  private final RandomGenerator random;
  private final int[] wanted;
  private final Map<Long, Best> known = new HashMap<>();

  NearestPath(Diagram diagram, RandomGenerator random, int... choices) {
    this.diagram = diagram;
    this.random = random;
    this.wanted = new int[diagram.depth()];
    for (int level = 0; level < wanted.length; level++) {
      wanted[level] = choices[diagram.parameter(level)];
    }
  }

  /** Writes the choices of the path found. The diagram must not be empty. */
  void write(int... choices) {
    int changes = 0;
    while (best(diagram.root(), 0, changes).isDead()) {
      changes++;
    }
    int node = diagram.root();
    for (int level = 0; level < wanted.length; level++) {
      int choice = pick(node, level, changes);
      choices[diagram.parameter(level)] = choice;
      changes -= choice == wanted[level] ? 0 : 1;
      node = diagram.child(node, choice);
    }
  }

  private Best best(int node, int level, int changes) {
    if (level == wanted.length) {
      return ARRIVED;
    }
    if (changes == 0) {
      return follows(node, level) ? ARRIVED : DEAD;
    }
    long question = (long) node << Integer.SIZE | changes;
    @Nullable Best answer = known.get(question);
    if (answer == null) {
      answer = compare(node, level, changes);
      known.put(question, answer);
    }
    return answer;
  }

  private Best compare(int node, int level, int changes) {
    Best best = DEAD;
    for (int choice = 0; choice < diagram.width(node); choice++) {
      Best through = through(node, level, changes, choice);
      if (through.steps < best.steps) {
        best = through;
      } else if (through.steps == best.steps && !through.isDead()) {
        best = new Best(best.steps, best.ways + through.ways);
      }
    }
    return best;
  }

  private Best through(int node, int level, int changes, int choice) {
    int child = diagram.child(node, choice);
    int steps = Math.abs(choice - wanted[level]);
    if (child == Diagram.NONE) {
      return DEAD;
    }
    Best rest = best(child, level + 1, steps == 0 ? changes : changes - 1);
    return rest.isDead() || steps == 0 ? rest : new Best(rest.steps + steps, rest.ways);
  }

  private boolean follows(int from, int level) {
    int node = from;
    for (int at = level; at < wanted.length && node != Diagram.NONE; at++) {
      node = diagram.child(node, wanted[at]);
    }
    return node != Diagram.NONE;
  }

  /** Draws one of the best choices, with a probability proportional to the paths through it. */
  private int pick(int node, int level, int changes) {
    if (changes == 0) {
      return wanted[level];
    }
    Best best = best(node, level, changes);
    double rest = random.nextDouble(best.ways);
    int picked = -1;
    for (int choice = 0; choice < diagram.width(node) && rest >= 0; choice++) {
      Best through = through(node, level, changes, choice);
      if (!through.isDead() && through.steps == best.steps) {
        picked = choice;
        rest -= through.ways;
      }
    }
    return picked;
  }
}
