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
 * The leaderboard's present champion, which takes part in the finals of every later run on the same
 * kernel and device: a new champion has beaten the old one, and not merely the default.
 *
 * <p>It is evaluated as any candidate is, with the source as it is now, but after the search, so
 * that what the leaderboard happens to hold does not change where a random seed leads.
 */
public final class LeaderboardChampion {

  /** Where such a candidate comes from. */
  public static final String ORIGIN = "leaderboard";

  private LeaderboardChampion() {}

  /**
   * What leads on the first of the run's shapes that has a champion, if this kernel can still be
   * configured that way, and it is not the default.
   */
  public static Optional<Configuration> of(RunSpec spec, ResultStore store, SearchSpace space) {
    Configuration ofDefault = spec.kernel().defaultConfiguration();
    return store.decided(spec.kernel().name(), spec.device().model()).stream()
        .filter(one -> !one.run().equals(spec.id()))
        .filter(one -> spec.shapes().contains(one.workload().shape()))
        .min(Comparator.comparingInt(one -> position(spec, one)))
        .map(LeaderboardEntry::configuration)
        .filter(one -> !one.equals(ofDefault))
        .filter(one -> one.values().keySet().equals(ofDefault.values().keySet()))
        .filter(space::contains);
  }

  private static int position(RunSpec spec, LeaderboardEntry entry) {
    Shape shape = entry.workload().shape();
    return spec.shapes().indexOf(shape);
  }
}
