package dev.evokernel.space;

import java.util.Arrays;
import java.util.HashSet;

/** Nodes by state: an open-addressing table with keys of one width. */
final class StateTable {

  private static final int FREE = Integer.MIN_VALUE;

  private final int width;
  private long[] keys;
  private int[] nodes;
  private int size;

  public StateTable(int width) {
    this.width = width;
    this.keys = new long[16 * width];
    this.nodes = new int[16];
    Arrays.fill(nodes, FREE);
  }

  public int size() {
    return size;
  }

  /** Place of a key, occupied or free; valid until the next {@link #put}. */
  public int find(long... key) {
    int mask = nodes.length - 1;
    int place = hash(key) & mask;
    while (nodes[place] != FREE && !holds(place, key)) {
      place = place + 1 & mask;
    }
    return place;
  }

  public boolean isFree(int place) {
    return nodes[place] == FREE;
  }

  public int node(int place) {
    return nodes[place];
  }

  public void put(int place, int node, long... key) {
    nodes[place] = node;
    System.arraycopy(key, 0, keys, place * width, width);
    if (++size * 2 > nodes.length) {
      grow();
    }
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldNodes = nodes;
    keys = new long[2 * oldKeys.length];
    nodes = new int[2 * oldNodes.length];
    Arrays.fill(nodes, FREE);
    long[] key = new long[width];
    for (int old = 0; old < oldNodes.length; old++) {
      if (oldNodes[old] != FREE) {
        System.arraycopy(oldKeys, old * width, key, 0, width);
        int place = find(key);
        nodes[place] = oldNodes[old];
        System.arraycopy(key, 0, keys, place * width, width);
      }
    }
  }

  /** Number of different values of a part of the keys. */
  public int different(int from, int parts) {
    var seen = new HashSet<Long>();
    for (int place = 0; place < nodes.length; place++) {
      if (nodes[place] != FREE) {
        long hash = 0;
        for (int i = from; i < from + parts; i++) {
          hash = mixed(hash, keys[place * width + i]);
        }
        seen.add(hash);
      }
    }
    return seen.size();
  }

  private boolean holds(int place, long... key) {
    int at = place * width;
    for (int i = 0; i < width; i++) {
      if (keys[at + i] != key[i]) {
        return false;
      }
    }
    return true;
  }

  private int hash(long... key) {
    long hash = width;
    for (int i = 0; i < width; i++) {
      hash = mixed(hash, key[i]);
    }
    return (int) (hash ^ (hash >>> 32));
  }

  private static long mixed(long hash, long part) {
    long mixed = (hash ^ part) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 29);
  }
}
