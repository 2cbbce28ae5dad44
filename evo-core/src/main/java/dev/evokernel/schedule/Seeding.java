package dev.evokernel.schedule;

import dev.evokernel.search.Seed;
import java.util.List;

/**
 * What generation 0 is offered besides the incumbent and the hand-written seeds.
 *
 * @param suggestions in this order; each is fitted into the space or left out
 * @param hardware how many that the device's own limits suggest come after them; 0 for none
 * @param priors how many of the leaderboard's {@linkplain Nearest nearest} best come after them at
 *     most; 0 for none
 */
public record Seeding(List<Seed> suggestions, int hardware, int priors) {

  public static final Seeding NONE = new Seeding(List.of(), 0, 0);

  public Seeding {
    suggestions = List.copyOf(suggestions);
  }
}
