package dev.evokernel.bench.study;

import dev.evokernel.bench.score.RecordedSpace;
import dev.evokernel.bench.score.Strategy;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

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
    var replay = new Replay(space, evaluations);
    strategy.search(space.space(), seed, generation, replay);
    return new BestSoFar(replay.best);
  }

  private static final class Replay implements Evaluator {

    private final RecordedSpace space;
    private final int evaluations;
    private final List<Double> best = new ArrayList<>();

    Replay(RecordedSpace space, int evaluations) {
      this.space = space;
      this.evaluations = evaluations;
    }

    @Override
    public Pending begin(Proposal proposal) {
      return () -> trial(proposal);
    }

    private Optional<Trial> trial(Proposal proposal) {
      if (best.size() == evaluations) {
        return Optional.empty();
      }
      var trial = new Trial(proposal.configuration(), space.of(proposal.configuration()).millis());
      double before = best.isEmpty() ? Double.POSITIVE_INFINITY : best.getLast();
      best.add(Math.min(before, trial.objective().orElse(before)));
      return Optional.of(trial);
    }
  }
}
