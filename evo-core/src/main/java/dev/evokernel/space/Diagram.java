package dev.evokernel.space;

import module java.base;

import java.math.BigInteger;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Component as a decision diagram: the parameters in a fixed order, one level for each, and in
 * every node a child for each choice. The paths to the end are the valid combinations. Prefixes
 * with the same completions share a node, so that 10¹² combinations fit into a few thousand nodes.
 *
 * <p>Every edge stores the number of paths before it at its node; numbering, unnumbering and
 * drawing follow one path. See Bryant, <em>Graph-Based Algorithms for Boolean Function
 * Manipulation</em>, 1986, and Perez and Régin, <em>Efficient Operations on MDDs for Building
 * Constraint Programming Models</em>, 2015.
 */
final class Diagram implements Component.Numbered {

  static final int NONE = -1;
  static final int END = 0;

  private final int[] order;
  private final int[] offsets;
  private final int[] children;
  private final int root;
  private final Paths paths;

  /**
   * @param order parameter of each level
   * @param offsets position of each node's children; node 0 is the end
   * @param children nodes, or {@link #NONE}
   * @param root a node, or {@link #NONE} if no combination is valid
   */
  Diagram(int[] order, int[] offsets, int[] children, int root) {
    this.order = order;
    this.offsets = offsets;
    this.children = children;
    this.root = root;
    this.paths = Paths.of(offsets, children);
  }

  int depth() {
    return order.length;
  }

  int[] order() {
    return order.clone();
  }

  int parameter(int level) {
    return order[level];
  }

  int root() {
    return root;
  }

  int width(int node) {
    return offsets[node + 1] - offsets[node];
  }

  int child(int node, int choice) {
    return children[offsets[node] + choice];
  }

  @Override
  public BigInteger count() {
    return root == NONE ? BigInteger.ZERO : paths.count(root);
  }

  @Override
  public boolean allows(int... choices) {
    int node = root;
    for (int level = 0; level < order.length && node != NONE; level++) {
      node = child(node, choices[order[level]]);
    }
    return node != NONE;
  }

  @Override
  public long row(int... choices) {
    long row = 0;
    int node = root;
    for (int level = 0; level < order.length && node != NONE; level++) {
      int edge = offsets[node] + choices[order[level]];
      row += paths.before(edge);
      node = children[edge];
    }
    return node == NONE ? -1 : row;
  }

  @Override
  public void read(long row, int[] choices) {
    long rest = row;
    int node = root;
    for (int parameter : order) {
      int edge = paths.edge(offsets[node], offsets[node + 1], rest);
      rest -= paths.before(edge);
      choices[parameter] = edge - offsets[node];
      node = children[edge];
    }
  }

  @Override
  public void draw(int[] choices, RandomGenerator random) {
    if (paths.isNarrow()) {
      read(random.nextLong(paths.count(root).longValueExact()), choices);
      return;
    }
    BigInteger rest = Count.below(paths.count(root), random);
    int node = root;
    for (int parameter : order) {
      int choice = 0;
      while (true) {
        int child = child(node, choice);
        BigInteger passing = child == NONE ? BigInteger.ZERO : paths.count(child);
        if (rest.compareTo(passing) < 0) {
          node = child;
          break;
        }
        rest = rest.subtract(passing);
        choice++;
      }
      choices[parameter] = choice;
    }
  }

  @Override
  public void repair(int[] choices, RandomGenerator random) {
    if (!allows(choices)) {
      new NearestPath(this, random, choices).write(choices);
    }
  }

  /** Number of paths from each node of a diagram to its end, and before each edge. */
  @SuppressWarnings("ArrayRecordComponent") // read in tight loops, never compared
  private record Paths(long[] before, long[] counts, BigInteger @Nullable [] wide) {

    /** Counts the paths; children must precede their parents. */
    static Paths of(int[] offsets, int[] children) {
      long[] before = new long[children.length];
      long[] counts = new long[offsets.length - 1];
      counts[Diagram.END] = 1;
      for (int node = 1; node < counts.length; node++) {
        long count = 0;
        for (int edge = offsets[node]; edge < offsets[node + 1]; edge++) {
          before[edge] = count;
          if (children[edge] != Diagram.NONE) {
            count += counts[children[edge]];
            if (count < 0) {
              return new Paths(new long[0], new long[0], wide(offsets, children));
            }
          }
        }
        counts[node] = count;
      }
      return new Paths(before, counts, null);
    }

    private static BigInteger[] wide(int[] offsets, int... children) {
      var counts = new BigInteger[offsets.length - 1];
      counts[Diagram.END] = BigInteger.ONE;
      for (int node = 1; node < counts.length; node++) {
        counts[node] = BigInteger.ZERO;
        for (int edge = offsets[node]; edge < offsets[node + 1]; edge++) {
          if (children[edge] != Diagram.NONE) {
            counts[node] = counts[node].add(counts[children[edge]]);
          }
        }
      }
      return counts;
    }

    boolean isNarrow() {
      return wide == null;
    }

    BigInteger count(int node) {
      return wide == null ? BigInteger.valueOf(counts[node]) : wide[node];
    }

    long before(int edge) {
      return before[edge];
    }

    /**
     * Last edge of a node with at most {@code row} paths before it, the edge on the path of the
     * row.
     */
    int edge(int from, int to, long row) {
      int low = from;
      int high = to;
      while (high - low > 1) {
        int middle = (low + high) >>> 1;
        if (before[middle] <= row) {
          low = middle;
        } else {
          high = middle;
        }
      }
      return low;
    }
  }

  /**
   * Search for the path of a diagram nearest to given choices: fewest choices changed, then fewest
   * steps along the lists of values, then at random.
   *
   * <p>The number of allowed changes grows until there is a path. Within a number of changes, the
   * best completion of a node is computed once and stored, so that the work is bounded by nodes
   * times changes. One or two changes nearly always suffice, and few nodes are visited.
   */
  private static final class NearestPath {

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
}
