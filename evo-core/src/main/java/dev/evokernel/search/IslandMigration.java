package dev.evokernel.search;

import dev.evokernel.kernel.space.Configuration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Takes over what is best in other searches: each configuration once, and at most one in every
 * {@link #INTERVAL} proposals, so that seven of eight stay the search's own.
 */
public final class IslandMigration implements Migration {

  /** How many of each search are offered to the others. */
  public static final int BEST = 3;

  /** Proposals for each that may be taken over. */
  public static final int INTERVAL = 8;

  private final Supplier<List<Migrant>> offered;
  private final Function<Migrant, Optional<Migrant>> fitting;
  private final Set<Configuration> seen = new HashSet<>();

  /**
   * @param offered what is best elsewhere at this moment, the most promising first
   * @param fitting gives a migrant as it fits here; empty if it does not, or was proposed before
   */
  public IslandMigration(
      Supplier<List<Migrant>> offered, Function<Migrant, Optional<Migrant>> fitting) {
    this.offered = offered;
    this.fitting = fitting;
  }

  /** The best of each search, then the second best of each, and so on. */
  public static List<Migrant> inTurn(List<List<Migrant>> best) {
    return IntStream.range(0, BEST)
        .boxed()
        .flatMap(
            place -> best.stream().filter(some -> place < some.size()).map(some -> some.get(place)))
        .toList();
  }

  @Override
  public Optional<Migrant> next(int bred) {
    return bred % INTERVAL == 0
        ? offered.get().stream()
            .filter(one -> seen.add(one.configuration()))
            .map(fitting)
            .flatMap(Optional::stream)
            .findFirst()
        : Optional.empty();
  }
}
