package dev.evokernel.seeding;

import module java.base;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.SearchContext.IslandMigration;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredLeaderboard.Filter;

/**
 * Best configurations of a kernel in the leaderboard on the shapes and devices nearest to a run's,
 * by {@link ProblemDistance}. The shapes of the run take turns: the best for each shape, then the
 * second best for each.
 *
 * @param architecture of the device, as {@link #architecture} names it; empty if unknown
 */
public record NearestResults(
    String kernel,
    String backend,
    String model,
    Optional<String> architecture,
    List<Shape> shapes) {

  private record Neighbour(LeaderboardEntry entry, double distance) {

    InitialConfiguration initial() {
      return new InitialConfiguration(
          entry.configuration(),
          String.format(
              Locale.ROOT,
              "leaderboard: %s/%d on %s, %s, distance %.1f",
              entry.run(),
              entry.candidate(),
              entry.device().model(),
              entry.shape(),
              distance));
    }
  }

  public record Found(List<InitialConfiguration> configurations, List<String> runs) {}

  /** Architecture of a device, for example {@code sm_90}; empty if not reported. */
  public static Optional<String> architecture(DeviceLimits limits) {
    if (limits.value(Limit.COMPUTE_CAPABILITY) > 0) {
      return Optional.of("sm_" + limits.value(Limit.COMPUTE_CAPABILITY));
    }
    long vector = limits.value(Limit.VECTOR_BYTES);
    return vector > 0
        ? Optional.of("%s, vectors of %d bytes".formatted(System.getProperty("os.arch"), vector))
        : Optional.empty();
  }

  public Found in(ResultStore store) {
    var seen = new HashSet<Configuration>();
    List<Neighbour> found = IslandMigration.inTurn(choices(store), Integer.MAX_VALUE);
    return new Found(
        found.stream()
            .filter(near -> seen.add(near.entry().configuration()))
            .map(Neighbour::initial)
            .toList(),
        found.stream().map(near -> near.entry().run()).distinct().toList());
  }

  private List<List<Neighbour>> choices(ResultStore store) {
    List<LeaderboardEntry> entries =
        store.leaderboard().ranked(Filter.of(kernel)).stream()
            .filter(entry -> entry.backend().equals(backend))
            .toList();
    return shapes.stream().map(shape -> neighbours(shape, entries)).toList();
  }

  private List<Neighbour> neighbours(Shape shape, List<LeaderboardEntry> entries) {
    var neighbours = new ArrayList<Neighbour>();
    for (LeaderboardEntry entry : entries) {
      OptionalDouble between = ProblemDistance.of(shape, entry.workload().shape());
      if (between.isPresent()) {
        double devices =
            ProblemDistance.ofDevices(
                model, architecture, entry.device().model(), entry.provenance().architecture());
        neighbours.add(new Neighbour(entry, between.getAsDouble() + devices));
      }
    }
    neighbours.sort(
        Comparator.comparingDouble(Neighbour::distance)
            .thenComparing(
                near -> !near.entry().provenance().merged()) // Nothing was measured of it here.
            .thenComparingInt(near -> near.entry().rank())
            .thenComparing(near -> near.entry().run())
            .thenComparingInt(near -> near.entry().candidate()));
    return neighbours;
  }
}
