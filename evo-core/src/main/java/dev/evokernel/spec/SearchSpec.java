package dev.evokernel.spec;

import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchSettings;
import java.util.List;

/**
 * How the space is searched, from where, and for how long.
 *
 * @param settings of the search, with the random seed of the whole run
 * @param budget what the run may spend, finals included
 * @param initial hand-written configurations for generation 0, after the default; each must be
 *     valid
 * @param seeding further sources of initial configurations
 */
public record SearchSpec(
    SearchSettings settings,
    Budget budget,
    List<InitialConfiguration> initial,
    SeedingSpec seeding) {

  public SearchSpec {
    initial = List.copyOf(initial);
  }

  /** A search without initial configurations besides the default. */
  public SearchSpec(SearchSettings settings, Budget budget) {
    this(settings, budget, List.of(), SeedingSpec.NONE);
  }

  public SearchSpec within(Budget other) {
    return new SearchSpec(settings, other, initial, seeding);
  }

  public SearchSpec withRandomSeed(long seed) {
    return new SearchSpec(settings.withSeed(seed), budget, initial, seeding);
  }

  public SearchSpec seededWith(SeedingSpec other) {
    return new SearchSpec(settings, budget, initial, other);
  }
}
