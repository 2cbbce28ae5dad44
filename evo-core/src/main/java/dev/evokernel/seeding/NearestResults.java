package dev.evokernel.seeding;

import dev.evokernel.backend.DeviceLimits;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Limit;
import dev.evokernel.kernel.Shape;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.store.Filter;
import dev.evokernel.store.LeaderboardEntry;
import dev.evokernel.store.ResultStore;
import dev.evokernel.store.StoredRun;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What the leaderboard knows of a kernel on the shapes and devices nearest to a run's, by {@link
 * Distance}. The shapes of the run choose in turn: each the best on what is nearest to it, then
 * each its second best.
 *
 * @param kernel its name
 * @param model of the device
 * @param architecture of the device, as {@link #architecture} names it; empty where it is unknown
 * @param shapes those of the run, in its order
 */
public record NearestResults(
    String kernel,
    String backend,
    String model,
    Optional<String> architecture,
    List<Shape> shapes) {

  private record Neighbour(LeaderboardEntry standing, double distance) {

    InitialConfiguration seed() {
      return new InitialConfiguration(
          standing.configuration(),
          String.format(
              Locale.ROOT,
              "leaderboard: %s/%d on %s, %s, distance %.1f",
              standing.run(),
              standing.candidate(),
              standing.device().model(),
              standing.shape(),
              distance));
    }
  }

  public NearestResults {
    shapes = List.copyOf(shapes);
  }

  /** For example {@code sm_90}; empty for a device that tells nothing. */
  public static Optional<String> architecture(DeviceLimits limits) {
    if (limits.value(Limit.COMPUTE_CAPABILITY) > 0) {
      return Optional.of("sm_" + limits.value(Limit.COMPUTE_CAPABILITY));
    }
    long vector = limits.value(Limit.VECTOR_BYTES);
    return vector > 0
        ? Optional.of("%s, vectors of %d bytes".formatted(System.getProperty("os.arch"), vector))
        : Optional.empty();
  }

  /** Each configuration once, in the order in which they are worth trying. */
  public List<InitialConfiguration> seeds(ResultStore store) {
    Map<String, Optional<String>> architectures =
        store.runs().stream()
            .collect(Collectors.toMap(StoredRun::id, run -> run.provenance().architecture()));
    List<LeaderboardEntry> standings =
        store
            .leaderboard(
                new Filter(
                    Optional.of(kernel), Optional.empty(), Optional.empty(), Integer.MAX_VALUE))
            .stream()
            .filter(standing -> standing.backend().equals(backend))
            .toList();
    List<List<Neighbour>> choices =
        shapes.stream().map(shape -> neighbours(shape, standings, architectures)).toList();
    return inTurn(choices);
  }

  private List<Neighbour> neighbours(
      Shape shape, List<LeaderboardEntry> standings, Map<String, Optional<String>> architectures) {
    var neighbours = new ArrayList<Neighbour>();
    for (LeaderboardEntry standing : standings) {
      OptionalDouble between = ProblemDistance.of(shape, standing.workload().shape());
      if (between.isPresent()) {
        double devices =
            ProblemDistance.ofDevices(
                model,
                architecture,
                standing.device().model(),
                architectures.getOrDefault(standing.run(), Optional.empty()));
        neighbours.add(new Neighbour(standing, between.getAsDouble() + devices));
      }
    }
    neighbours.sort(
        Comparator.comparingDouble(Neighbour::distance)
            .thenComparingInt(one -> one.standing().rank())
            .thenComparing(one -> one.standing().run())
            .thenComparingInt(one -> one.standing().candidate()));
    return neighbours;
  }

  private static List<InitialConfiguration> inTurn(List<List<Neighbour>> choices) {
    var seeds = new ArrayList<InitialConfiguration>();
    var seen = new HashSet<Configuration>();
    int longest = choices.stream().mapToInt(List::size).max().orElse(0);
    for (int place = 0; place < longest; place++) {
      for (List<Neighbour> some : choices) {
        if (place < some.size() && seen.add(some.get(place).standing().configuration())) {
          seeds.add(some.get(place).seed());
        }
      }
    }
    return seeds;
  }
}
