package dev.evokernel.space;

import java.math.BigInteger;
import java.util.random.RandomGenerator;

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
final class Diagram implements Numbered {

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

  /** Number of choices of a node's parameter. */
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
}
