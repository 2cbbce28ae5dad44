package dev.evokernel.lab;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.lab.Trace.Step;
import dev.evokernel.replay.Recorded;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Repeated runs of a strategy on a space.
 *
 * @param budgetFactor multiple of a space's budget that a run may spend; above 1 a run also ends
 *     when it finds the optimum
 * @param seed random seed; the seed of each run follows from it, the space's name and the run's
 *     number
 */
record RepeatedRuns(int repeats, int budgetFactor, long seed, Cores cores) {

  public RepeatedRuns {
    if (repeats < 1) {
      throw new IllegalArgumentException(
          "--repeats must be ≥ 1, was %d. The usual number is 25.".formatted(repeats));
    }
    if (budgetFactor < 1) {
      throw new IllegalArgumentException("--budget-factor must be ≥ 1, was " + budgetFactor + ".");
    }
  }

  public List<Trace> hold(Strategies.Strategy strategy, RecordedSpace space)
      throws InterruptedException {
    var runs = new ArrayList<Callable<Trace>>();
    for (long own : seeds(space)) {
      runs.add(
          () -> {
            var attempt = new Attempt(space, budgetFactor);
            strategy.search(space.space(), own, attempt);
            return new Trace(attempt.steps);
          });
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
   * A run on a recorded space: one device that evaluates one configuration after the other, at the
   * recorded costs.
   *
   * <p>A run ends when both budgets are overspent by a tenth. The strategy knows neither budget, so
   * that one trace serves the scores over seconds and over evaluations. A run over several budgets
   * also ends when it finds the optimum, because later evaluations change no figure.
   */
  private static final class Attempt implements Evaluator {

    private static final double OVERSPENT = 1.1;

    private final RecordedSpace space;
    private final double seconds;
    private final double evaluations;
    private final double enough;
    private final List<Step> steps = new ArrayList<>();
    private double spent;
    private double best = Double.POSITIVE_INFINITY;

    Attempt(RecordedSpace space, int budgetFactor) {
      RecordedSpace.Yardstick yardstick = space.yardstick();
      this.space = space;
      this.seconds = budgetFactor * OVERSPENT * yardstick.seconds();
      this.evaluations = budgetFactor * OVERSPENT * yardstick.evaluations();
      this.enough = budgetFactor > 1 ? yardstick.optimum() : Double.NEGATIVE_INFINITY;
    }

    @Override
    public Pending begin(Proposal proposal) {
      return () -> trial(proposal.configuration());
    }

    private Optional<Trial> trial(Configuration configuration) {
      if (best <= enough || (spent >= seconds && steps.size() >= evaluations)) {
        return Optional.empty();
      }
      Recorded recorded = space.of(configuration);
      steps.add(Step.of(recorded));
      spent += recorded.cost().seconds();
      best = Math.min(best, recorded.millis().orElse(best));
      return Optional.of(new Trial(configuration, recorded.millis()));
    }
  }

  /**
   * Cost of a search's own work: processor time of its thread for one proposal, learning included,
   * after a number of evaluations. Processor time depends little on other load; an evaluation here
   * is a table look-up.
   *
   * @param millisPerProposal mean of the preceding {@value #WINDOW} proposals
   */
  record ProposalCost(int evaluations, double millisPerProposal) {

    private static final int WINDOW = 100;
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private static final List<Integer> STAGES = List.of(100, 1000, 5000);

    /** Measures at each stage that the space is large enough for. */
    public static List<ProposalCost> of(
        Strategies.Strategy strategy, RecordedSpace space, long seed) {
      var clock = new Clock(space, new ArrayList<>());
      strategy.search(space.space(), seed, clock);
      return STAGES.stream()
          .filter(stage -> stage < clock.nanos.size())
          .map(stage -> new ProposalCost(stage, clock.millisPerProposal(stage)))
          .toList();
    }

    private record Clock(RecordedSpace space, List<Long> nanos) implements Evaluator {

      @Override
      public Pending begin(Proposal proposal) {
        nanos.add(CPU.getCurrentThreadCpuTime());
        return () ->
            nanos.size() > STAGES.getLast()
                ? Optional.empty()
                : Optional.of(
                    new Trial(
                        proposal.configuration(), space.of(proposal.configuration()).millis()));
      }

      double millisPerProposal(int stage) {
        return (nanos.get(stage) - nanos.get(stage - WINDOW)) / 1e6 / WINDOW;
      }
    }
  }
}
