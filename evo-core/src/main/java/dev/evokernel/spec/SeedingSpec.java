package dev.evokernel.spec;

import dev.evokernel.search.InitialConfiguration;
import java.util.List;

/**
 * What generation 0 is offered besides the default and the hand-written seeds.
 *
 * @param suggestions in this order; each is fitted into the space or left out
 * @param hardware how many that the device's own limits suggest come after them; 0 for none
 * @param priors how many of the leaderboard's nearest best come after them at most; 0 for none
 */
public record SeedingSpec(List<InitialConfiguration> suggestions, int hardware, int priors) {

  public static final SeedingSpec NONE = new SeedingSpec(List.of(), 0, 0);

  public SeedingSpec {
    suggestions = List.copyOf(suggestions);
  }
}
