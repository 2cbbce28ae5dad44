package dev.evokernel.spec;

import module java.base;

import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.stats.PortfolioSettings;
import dev.evokernel.store.Budget;

/**
 * Settings, start and budget of a search.
 *
 * @param settings of the search, with the random seed of the whole run
 * @param budget including finals
 * @param initial hand-written valid configurations for generation 0, after the default
 * @param seeding further sources of initial configurations
 * @param portfolio size limit of a portfolio; empty for a single champion
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

  /** Creates a search for a champion that starts from the default only. */
  public SearchSpec(SearchSettings settings, Budget budget) {
    this(settings, budget, List.of(), SeedingSpec.NONE, Optional.empty());
  }
}
