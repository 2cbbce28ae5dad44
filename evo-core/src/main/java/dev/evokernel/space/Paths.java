package dev.evokernel.space;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Number of paths from each node of a diagram to its end, and before each edge. */
@SuppressWarnings("ArrayRecordComponent") // read in tight loops, never compared
record Paths(long[] before, long[] counts, BigInteger @Nullable [] wide) {

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
   * Last edge of a node with at most {@code row} paths before it, the edge on the path of the row.
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
