package dev.evokernel.spec;

import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Prior;
import java.util.List;

/**
 * Sources of initial configurations besides the default and hand-written ones.
 *
 * @param suggestions configurations from runs, microbenchmarks and recordings, in this order; each
 *     is fitted into the search space or left out
 * @param known measurements that the search's model begins with
 * @param hardware number of configurations derived from the device's limits; 0 for none
 * @param priors largest number of the leaderboard's best on the nearest shapes and devices; 0 for
 *     none
 */
public record SeedingSpec(
    List<InitialConfiguration> suggestions, List<Prior> known, int hardware, int priors) {

  public static final SeedingSpec NONE = new SeedingSpec(List.of(), List.of(), 0, 0);

  public SeedingSpec {
    suggestions = List.copyOf(suggestions);
    known = List.copyOf(known);
  }
}
