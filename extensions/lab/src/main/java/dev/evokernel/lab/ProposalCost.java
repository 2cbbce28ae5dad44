package dev.evokernel.lab;

import module java.base;

import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Cost of a search's own work: processor time of its thread for one proposal, learning included,
 * after a number of evaluations. Processor time depends little on other load; an evaluation here is
 * a table look-up.
 *
 * @param millisPerProposal mean of the preceding {@value #WINDOW} proposals
 */
public record ProposalCost(int evaluations, double millisPerProposal) {

  private static final int WINDOW = 100;
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  private static final List<Integer> STAGES = List.of(100, 1000, 5000);

  /** Measures at each stage that the space is large enough for. */
  public static List<ProposalCost> of(Strategy strategy, RecordedSpace space, long seed) {
    var clock = new Clock(space);
    strategy.search(space.space(), seed, clock);
    return STAGES.stream()
        .filter(stage -> stage < clock.nanos.size())
        .map(stage -> new ProposalCost(stage, clock.millisPerProposal(stage)))
        .toList();
  }

  private static final class Clock implements Evaluator {

    private final RecordedSpace space;
    private final List<Long> nanos = new ArrayList<>();

    Clock(RecordedSpace space) {
      this.space = space;
    }

    @Override
    public Pending begin(Proposal proposal) {
      nanos.add(CPU.getCurrentThreadCpuTime());
      return () ->
          nanos.size() > STAGES.getLast()
              ? Optional.empty()
              : Optional.of(
                  new Trial(proposal.configuration(), space.of(proposal.configuration()).millis()));
    }

    double millisPerProposal(int stage) {
      return (nanos.get(stage) - nanos.get(stage - WINDOW)) / 1e6 / WINDOW;
    }
  }
}
