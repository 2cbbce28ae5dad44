package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.lab.score.record.Cores;
import dev.evokernel.lab.score.record.RecordedSpace;
import dev.evokernel.lab.score.record.Trace;
import dev.evokernel.search.InitialConfiguration;

/**
 * Repeated runs of a strategy on a space.
 *
 * @param repeats runs on each space
 * @param budgetFactor multiple of a space's budget that a run may spend; above 1 a run also ends
 *     when it finds the optimum
 * @param seed random seed; the seed of each run follows from it, the space's name and the run's
 *     number
 */
public record RepeatedRuns(int repeats, int budgetFactor, long seed, Cores cores) {

  public RepeatedRuns {
    if (repeats < 1) {
      throw new IllegalArgumentException(
          "--repeats must be ≥ 1, was %d. The usual number is 25.".formatted(repeats));
    }
    if (budgetFactor < 1) {
      throw new IllegalArgumentException("--budget-factor must be ≥ 1, was " + budgetFactor + ".");
    }
  }

  /**
   * Runs the strategy and returns the traces in the order of the runs.
   *
   * @param seeds initial configurations of every run
   */
  public List<Trace> hold(Strategy strategy, RecordedSpace space, List<InitialConfiguration> seeds)
      throws InterruptedException {
    var runs = new ArrayList<Callable<Trace>>();
    for (long own : seeds(space)) {
      runs.add(() -> Attempt.of(strategy, space, budgetFactor, own, seeds));
    }
    return cores.all(runs);
  }

  private long[] seeds(RecordedSpace space) {
    return RandomGeneratorFactory.of("L64X128MixRandom")
        .create(31 * seed + space.name().hashCode())
        .longs(repeats)
        .toArray();
  }

  /**
   * Runs searches on spaces of one kernel concurrently, each taking over the best of the others.
   * The random seeds are those of {@link #hold}.
   *
   * @return for each space the traces in the order of the runs
   */
  public List<List<Trace>> together(List<RecordedSpace> spaces, int inFlight)
      throws InterruptedException {
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
        .mapToObj(space -> byRun.stream().map(traces -> traces.get(space)).toList())
        .toList();
  }
}
