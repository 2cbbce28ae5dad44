package dev.evokernel.finals;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Shape;
import dev.evokernel.space.SearchSpace;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import java.util.Comparator;
import java.util.Optional;

/**
 * The leaderboard's champion, which takes part in the finals of every later run on its kernel and
 * device. So a new champion is compared with the old one, not only with the default.
 *
 * <p>The champion is evaluated like any candidate, with the present source. It is evaluated after
 * the search, so that the search depends on its random seed and not on the leaderboard.
 */
public final class LeaderboardChampion {

  /** The origin of the champion's candidate. */
  public static final String ORIGIN = "leaderboard";

  private LeaderboardChampion() {}

  /**
   * Finds the best entry of the run's first shape with an entry; empty if it is the default or not
   * in the search space.
   */
  public static Optional<Configuration> of(RunSpec spec, ResultStore store, SearchSpace space) {
    Configuration ofDefault = spec.kernel().defaultConfiguration();
    return store.leaderboard().decided(spec.kernel().name(), spec.device().model()).stream()
        .filter(entry -> !entry.run().equals(spec.id()))
        .filter(entry -> spec.shapes().contains(entry.workload().shape()))
        .min(Comparator.comparingInt(entry -> position(spec, entry)))
        .map(LeaderboardEntry::configuration)
        .filter(configuration -> !configuration.equals(ofDefault))
        .filter(
            configuration ->
                configuration.values().keySet().equals(ofDefault.plain().values().keySet()))
        .filter(space::contains);
  }

  private static int position(RunSpec spec, LeaderboardEntry entry) {
    Shape shape = entry.workload().shape();
    return spec.shapes().indexOf(shape);
  }
}
