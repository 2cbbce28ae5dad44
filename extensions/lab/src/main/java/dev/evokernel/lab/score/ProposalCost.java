package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.lab.score.record.RecordedSpace;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.population.Trial;
import dev.evokernel.space.SearchSpace;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Cost of a search's own work: processor time of its thread for one proposal, learning included,
 * after a number of evaluations. Processor time depends little on other load; an evaluation here is
 * a table look-up.
 *
 * @param evaluations known to the search
 * @param millisPerProposal mean of the preceding {@value #WINDOW} proposals
 */
public record ProposalCost(int evaluations, double millisPerProposal) {

  private static final int WINDOW = 100;
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  public static final List<Integer> STAGES = List.of(100, 1000, 5000);

  /** Measures at each default stage that the space is large enough for. */
  public static List<ProposalCost> of(Strategy strategy, RecordedSpace space, long seed) {
    return of(
        strategy, space.space(), configuration -> space.of(configuration).millis(), seed, STAGES);
  }

  /**
   * Measures at each stage that the space is large enough for.
   *
   * @param truth objective of each configuration; its own cost counts
   * @param stages ascending, at least {@value #WINDOW}
   */
  public static List<ProposalCost> of(
      Strategy strategy,
      SearchSpace space,
      Function<Configuration, OptionalDouble> truth,
      long seed,
      List<Integer> stages) {
    var clock = new Clock(truth, stages.getLast());
    strategy.search(space, seed, List.of(), clock);
    return stages.stream()
        .filter(stage -> stage < clock.nanos.size())
        .map(stage -> new ProposalCost(stage, clock.millisPerProposal(stage)))
        .toList();
  }

  private static final class Clock implements Evaluator {

    private final Function<Configuration, OptionalDouble> truth;
    private final int last;
    private final List<Long> nanos = new ArrayList<>();

    Clock(Function<Configuration, OptionalDouble> truth, int last) {
      this.truth = truth;
      this.last = last;
    }

    @Override
    public Pending begin(Proposal proposal) {
      nanos.add(CPU.getCurrentThreadCpuTime());
      return () ->
          nanos.size() > last
              ? Optional.empty()
              : Optional.of(
                  new Trial(proposal.configuration(), truth.apply(proposal.configuration())));
    }

    double millisPerProposal(int stage) {
      return (nanos.get(stage) - nanos.get(stage - WINDOW)) / 1e6 / WINDOW;
    }
  }
}
