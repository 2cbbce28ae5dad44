package dev.evokernel.spec;

import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.stats.PortfolioSettings;
import java.util.List;
import java.util.Optional;

/**
 * How the space is searched, from where, and for how long.
 *
 * @param settings of the search, with the random seed of the whole run
 * @param budget what the run may spend, finals included
 * @param initial hand-written configurations for generation 0, after the default; each must be
 *     valid
 * @param seeding further sources of initial configurations
 * @param portfolio how large a set of configurations is sought; empty for a single champion
 */
public record SearchSpec(
    SearchSettings settings,
    Budget budget,
    List<InitialConfiguration> initial,
    SeedingSpec seeding,
    Optional<PortfolioSettings> portfolio) {

  public SearchSpec {
    initial = List.copyOf(initial);
  }

  /** A search for a champion, without initial configurations besides the default. */
  public SearchSpec(SearchSettings settings, Budget budget) {
    this(settings, budget, List.of(), SeedingSpec.NONE, Optional.empty());
  }

  public SearchSpec within(Budget other) {
    return new SearchSpec(settings, other, initial, seeding, portfolio);
  }

  public SearchSpec withRandomSeed(long seed) {
    return new SearchSpec(settings.withSeed(seed), budget, initial, seeding, portfolio);
  }

  public SearchSpec seededWith(SeedingSpec other) {
    return new SearchSpec(settings, budget, initial, other, portfolio);
  }
}
