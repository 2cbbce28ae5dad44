package dev.evokernel.bench.score;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import dev.evokernel.space.SearchSpace;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What a search itself costs: its own time for one proposal, learning included, when it knows so
 * many evaluations already. It is processor time of the search's one thread, so that neighbours on
 * the machine count little; an evaluation here is a look into a list.
 *
 * @param evaluations that it knew
 * @param millisPerProposal mean of the {@value #WINDOW} proposals before
 */
public record ProposalCost(int evaluations, double millisPerProposal) {

  private static final int WINDOW = 100;
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  /** Evaluations known, at which one usually looks. */
  public static final List<Integer> STAGES = List.of(100, 1000, 5000);

  /** At each of the usual stages that the space is large enough for. */
  public static List<ProposalCost> of(Strategy strategy, RecordedSpace space, long seed) {
    return of(
        strategy, space.space(), configuration -> space.of(configuration).millis(), seed, STAGES);
  }

  /**
   * At each stage that the space is large enough for.
   *
   * @param truth the objective of each configuration; its own cost counts
   * @param stages ascending, from {@value #WINDOW} on
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
