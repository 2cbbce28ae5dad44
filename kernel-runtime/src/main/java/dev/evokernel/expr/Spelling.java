package dev.evokernel.expr;

import module java.base;

/** Suggestions for misspelt names. */
public final class Spelling {

  private Spelling() {}

  private static final int SHORTEST_BEGINNING = 3;

  private static final int LONGEST_NAME = 100;

  /**
   * Returns the known name within a small edit distance, or else the first with this prefix, or
   * else one that is more than half of this name.
   */
  public static Optional<String> nearest(String name, Collection<String> known) {
    int reach = Math.max(1, name.length() / 3);
    return known.stream()
        .filter(candidate -> Math.max(name.length(), candidate.length()) <= LONGEST_NAME)
        .filter(candidate -> distance(name, candidate) <= reach)
        .min(
            Comparator.<String>comparingInt(candidate -> distance(name, candidate))
                .thenComparing(Comparator.naturalOrder()))
        .or(
            () ->
                known.stream()
                    .filter(candidate -> name.length() >= SHORTEST_BEGINNING)
                    .filter(
                        candidate ->
                            candidate.startsWith(name)
                                || (name.startsWith(candidate)
                                    && 2 * candidate.length() > name.length()))
                    .findFirst());
  }

  /** Returns {@code Maybe 'TILE_M'?}, or else the list of known names. */
  public static String advice(String name, Collection<String> known) {
    return nearest(name, known)
        .map(near -> "Maybe '" + near + "'?")
        .orElseGet(() -> known.isEmpty() ? "" : "Known: " + String.join(", ", known) + ".");
  }

  /** Damerau-Levenshtein distance, case-insensitive. */
  static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        if (i == 0 || j == 0) {
          cost[i][j] = i + j;
          continue;
        }
        int exchange = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        cost[i][j] =
            Math.min(cost[i - 1][j - 1] + exchange, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
        }
      }
    }
    return cost[a.length()][b.length()];
  }
}
