package dev.evokernel.bench;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Evaluator.Pending;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Search;
import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.Seed;
import dev.evokernel.space.SearchSpace;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** The strategies by their names. */
public final class Strategies {

  private static final List<String> NAMES = List.of("full", "random");

  private Strategies() {}

  /** The search as it stands first. */
  public static List<String> names() {
    return NAMES;
  }

  /**
   * @param inFlight evaluations that are under way at once; the search learns that much later
   * @throws IllegalArgumentException if there is none of this name
   */
  public static Strategy named(String name, int inFlight) {
    return switch (name) {
      case "full" ->
          (space, seed, seeds, evaluator) ->
              new Search(
                      space,
                      new SearchSettings(SearchSettings.DEFAULT.population(), seed, inFlight),
                      seeds)
                  .run(evaluator);
      case "random" -> Strategies::drawWithoutReplacement;
      default ->
          throw new IllegalArgumentException(
              "There is no strategy '" + name + "', only " + NAMES + ".");
    };
  }

  private static void drawWithoutReplacement(
      SearchSpace space, long seed, List<Seed> seeds, Evaluator evaluator) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    Set<Configuration> tried = new HashSet<>();
    var first = new ArrayDeque<>(seeds);
    while (tried.size() < space.size()) {
      boolean seeded = !first.isEmpty();
      Configuration drawn =
          seeded ? first.remove().configuration() : space.at(random.nextLong(space.size()));
      if (tried.add(drawn)) {
        Pending pending = evaluator.begin(new Proposal(drawn, 0, seeded ? "seed" : "random"));
        if (pending.trial().isEmpty()) {
          return;
        }
      }
    }
  }
}
