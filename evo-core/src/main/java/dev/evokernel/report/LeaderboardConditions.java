package dev.evokernel.report;

import module java.base;

import dev.evokernel.store.run.LeaderboardEntry;

/** The conditions in which rows of a leaderboard differ. */
final class LeaderboardConditions {

  /** Relative difference of core clocks above which times are not comparable. */
  private static final double CLOCKS = 0.05;

  private LeaderboardConditions() {}

  /**
   * Names the differing conditions in a sentence; empty if all rows were measured under the same
   * conditions.
   *
   * @param rows of one kernel, shape and device
   */
  static Optional<String> of(List<LeaderboardEntry> rows) {
    String differences =
        Stream.of(
                several(rows, "driver", "drivers", row -> row.device().driver()),
                several(rows, "evo", "versions of evo", row -> row.provenance().evoVersion()),
                several(rows, "compiler", "compilers", row -> row.provenance().compiler()),
                several(rows, "host", "hosts", row -> row.provenance().host()),
                sources(rows),
                clocks(rows))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of("Measured under different conditions: " + differences + ".");
  }

  private static Optional<String> several(
      List<LeaderboardEntry> rows,
      String singular,
      String plural,
      Function<LeaderboardEntry, String> condition) {
    Map<String, String> ranks = ranks(rows, condition);
    if (ranks.size() < 2) {
      return Optional.empty();
    }
    return Optional.of(
        ranks.size() > 3
            ? ranks.size() + " " + plural
            : ranks.entrySet().stream()
                .map(
                    found ->
                        "%s %s (rank %s)".formatted(singular, found.getKey(), found.getValue()))
                .collect(Collectors.joining(", ")));
  }

  private static Optional<String> sources(List<LeaderboardEntry> rows) {
    Map<String, String> ranks = ranks(rows, row -> row.sourceHash());
    return ranks.size() < 2
        ? Optional.empty()
        : Optional.of(
            "%d versions of the kernel's source (rank %s)"
                .formatted(ranks.size(), String.join("; rank ", ranks.values())));
  }

  /** Ranks of the rows by their condition. */
  private static Map<String, String> ranks(
      List<LeaderboardEntry> rows, Function<LeaderboardEntry, String> condition) {
    return rows.stream()
        .collect(
            Collectors.groupingBy(
                condition,
                LinkedHashMap::new,
                Collectors.mapping(row -> Integer.toString(row.rank()), Collectors.joining(", "))));
  }

  private static Optional<String> clocks(List<LeaderboardEntry> rows) {
    DoubleSummaryStatistics clocks =
        rows.stream()
            .map(row -> row.megahertz())
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .summaryStatistics();
    return clocks.getCount() < 2 || clocks.getMax() <= (1 + CLOCKS) * clocks.getMin()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT, "core clock %.0f to %.0f MHz", clocks.getMin(), clocks.getMax()));
  }
}
