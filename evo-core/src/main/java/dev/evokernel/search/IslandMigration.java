package dev.evokernel.search;

import module java.base;

import dev.evokernel.kernel.Configuration;

/**
 * Migration of the best of other searches. Each configuration migrates once, and at most one in
 * every {@link #INTERVAL} proposals, so that seven of eight proposals are the search's own.
 */
public final class IslandMigration implements Migration {

  /** Configurations that each search offers. */
  public static final int BEST = 3;

  /** Proposals for each migrant. */
  public static final int INTERVAL = 8;

  private final Supplier<List<InitialConfiguration>> offered;
  private final Function<InitialConfiguration, Optional<InitialConfiguration>> fitting;
  private final Set<Configuration> seen = new HashSet<>();

  /**
   * @param offered supplies the current best of other searches, the most promising first
   * @param fitting adapts a migrant to this search; empty if it does not fit or was proposed before
   */
  public IslandMigration(
      Supplier<List<InitialConfiguration>> offered,
      Function<InitialConfiguration, Optional<InitialConfiguration>> fitting) {
    this.offered = offered;
    this.fitting = fitting;
  }

  /** Interleaves the first of the lists: the best of each, then the second best, and so on. */
  public static <T> List<T> inTurn(List<List<T>> best, int first) {
    return IntStream.range(0, best.stream().mapToInt(List::size).max().orElse(0))
        .limit(first)
        .boxed()
        .flatMap(
            place -> best.stream().filter(some -> place < some.size()).map(some -> some.get(place)))
        .toList();
  }

  @Override
  public Optional<InitialConfiguration> next(int bred) {
    return bred % INTERVAL == 0
        ? offered.get().stream()
            .filter(migrant -> seen.add(migrant.configuration()))
            .map(fitting)
            .flatMap(Optional::stream)
            .findFirst()
        : Optional.empty();
  }
}
