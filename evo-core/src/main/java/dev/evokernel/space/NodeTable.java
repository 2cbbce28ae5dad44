package dev.evokernel.space;

import java.util.Arrays;

/** Nodes of a diagram under construction; nodes with equal children are merged. */
final class NodeTable {

  private int[] offsets = new int[64];
  private int[] children = new int[256];
  private int count = 1;
  private int[] places = new int[64];

  NodeTable() {
    Arrays.fill(places, Diagram.NONE);
  }

  int edges() {
    return offsets[count];
  }

  /**
   * Returns the node with the first {@code width} of the children; {@link Diagram#NONE} if all of
   * them are.
   */
  int node(int width, int... wanted) {
    int hash = width;
    boolean dead = true;
    for (int i = 0; i < width; i++) {
      hash = 31 * hash + wanted[i];
      dead &= wanted[i] == Diagram.NONE;
    }
    if (dead) {
      return Diagram.NONE;
    }
    int mask = places.length - 1;
    int place = spread(hash) & mask;
    while (places[place] != Diagram.NONE) {
      if (has(places[place], width, wanted)) {
        return places[place];
      }
      place = place + 1 & mask;
    }
    return append(place, width, wanted);
  }

  Diagram diagram(int[] order, int root) {
    return new Diagram(
        order, Arrays.copyOf(offsets, count + 1), Arrays.copyOf(children, offsets[count]), root);
  }

  private boolean has(int node, int width, int... wanted) {
    return offsets[node + 1] - offsets[node] == width
        && Arrays.equals(children, offsets[node], offsets[node + 1], wanted, 0, width);
  }

  private int append(int place, int width, int... wanted) {
    int from = offsets[count];
    if (from + width > children.length) {
      children = Arrays.copyOf(children, 2 * (from + width));
    }
    System.arraycopy(wanted, 0, children, from, width);
    if (count + 2 > offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * offsets.length);
    }
    offsets[count + 1] = from + width;
    places[place] = count;
    count++;
    if (2 * count > places.length) {
      spreadOut();
    }
    return count - 1;
  }

  private void spreadOut() {
    places = new int[2 * places.length];
    Arrays.fill(places, Diagram.NONE);
    for (int node = 1; node < count; node++) {
      int hash = offsets[node + 1] - offsets[node];
      for (int edge = offsets[node]; edge < offsets[node + 1]; edge++) {
        hash = 31 * hash + children[edge];
      }
      int place = spread(hash) & places.length - 1;
      while (places[place] != Diagram.NONE) {
        place = place + 1 & places.length - 1;
      }
      places[place] = node;
    }
  }

  private static int spread(int hash) {
    int mixed = hash * 0x9E3779B9;
    return mixed ^ mixed >>> 15;
  }
}
