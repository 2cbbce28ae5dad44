package dev.evokernel.lab.search;

import module java.base;

import dev.evokernel.lab.score.Attempt;
import dev.evokernel.lab.score.Strategy;
import dev.evokernel.lab.score.record.RecordedSpace;
import dev.evokernel.lab.score.record.Trace;
import dev.evokernel.search.InitialConfiguration;

/**
 * Pairs of runs of one search, without and with initial configurations; each pair has its own
 * random seed.
 */
public final class SeedingTrials {

  @FunctionalInterface
  public interface Run {

    /**
     * Searches until the evaluations are spent or no configuration is left.
     *
     * @param number of the pair, from 1
     * @param seeded whether generation 0 contains the initial configurations
     */
    BestSoFar course(int number, boolean seeded) throws InterruptedException;
  }

  private SeedingTrials() {}

  /**
   * Runs all pairs. The order within a pair alternates, so that drift affects both kinds equally.
   *
   * @param repeats runs of each kind, at least 2
   * @param evaluations of each run
   * @param seed random seed of the bootstrap
   */
  public static SeedingLift hold(int repeats, int evaluations, long seed, Run run)
      throws InterruptedException {
    var alone = new ArrayList<BestSoFar>();
    var seeded = new ArrayList<BestSoFar>();
    for (int number = 1; number <= repeats; number++) {
      boolean first = number % 2 == 0;
      (first ? seeded : alone).add(run.course(number, first));
      (first ? alone : seeded).add(run.course(number, !first));
    }
    return SeedingLift.of(evaluations, alone, seeded, new SplittableRandom(seed));
  }

  /**
   * Searches a recorded space, where times are the recorded milliseconds.
   *
   * @param generation the default, which must have a time, and in seeded runs the initial
   *     configurations
   */
  public static BestSoFar replay(
      RecordedSpace space,
      Strategy strategy,
      long seed,
      List<InitialConfiguration> generation,
      int evaluations) {
    Trace trace = Attempt.ofEvaluations(strategy, space, evaluations, seed, generation);
    return new BestSoFar(Arrays.stream(trace.best()).boxed().toList());
  }
}
