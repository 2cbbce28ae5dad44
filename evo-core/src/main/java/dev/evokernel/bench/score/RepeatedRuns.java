package dev.evokernel.bench.score;

import dev.evokernel.search.InitialConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;

/**
 * Repeated runs of a strategy on a space.
 *
 * @param repeats runs on each space
 * @param budgetFactor how many times a space's budget a run may spend; with more than one it ends
 *     once it has found the optimum
 * @param seed from which each run has its own: it depends on the space's name and the run's number,
 *     so that no two spaces see the same draws
 */
public record RepeatedRuns(int repeats, int budgetFactor, long seed, Cores cores) {

  public RepeatedRuns {
    if (repeats < 1) {
      throw new IllegalArgumentException(
          "With " + repeats + " repeats there is nothing to score. The usual number is 25.");
    }
    if (budgetFactor < 1) {
      throw new IllegalArgumentException("--budget-factor must be ≥ 1, was " + budgetFactor + ".");
    }
  }

  /** Over one budget. */
  public RepeatedRuns(int repeats, long seed, Cores cores) {
    this(repeats, 1, seed, cores);
  }

  /**
   * The runs in their order.
   *
   * @param seeds tried first in every run
   */
  public List<Trace> hold(Strategy strategy, RecordedSpace space, List<InitialConfiguration> seeds)
      throws InterruptedException {
    var runs = new ArrayList<Callable<Trace>>();
    for (long own : seeds(space)) {
      runs.add(() -> Attempt.of(strategy, space, budgetFactor, own, seeds));
    }
    return cores.all(runs);
  }

  /** The random seed of each run on a space. */
  private long[] seeds(RecordedSpace space) {
    return RandomGeneratorFactory.of("L64X128MixRandom")
        .create(31 * seed + space.name().hashCode())
        .longs(repeats)
        .toArray();
  }

  /**
   * The runs on spaces of one kernel that go on at the same time, each taking over what is best in
   * the others; the random seeds are those of {@link #hold}.
   *
   * @return for each space the runs in their order
   */
  List<List<Trace>> together(List<RecordedSpace> spaces, int inFlight) throws InterruptedException {
    List<long[]> seeds = spaces.stream().map(this::seeds).toList();
    var runs = new ArrayList<Callable<List<Trace>>>();
    for (int i = 0; i < repeats; i++) {
      int run = i;
      runs.add(
          () ->
              Archipelago.search(
                  spaces, inFlight, seeds.stream().map(own -> own[run]).toList(), budgetFactor));
    }
    List<List<Trace>> byRun = cores.all(runs);
    return IntStream.range(0, spaces.size())
        .mapToObj(space -> byRun.stream().map(one -> one.get(space)).toList())
        .toList();
  }
}
