package dev.evokernel.bench;

import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a search itself costs: its own time for one proposal, learning included, when it knows so
 * many evaluations already. Measured alone on its machine; an evaluation here is a look into a
 * list.
 *
 * @param evaluations that it knew
 * @param millisPerProposal mean of the {@value #WINDOW} proposals before
 */
public record Effort(int evaluations, double millisPerProposal) {

  private static final int WINDOW = 100;
  private static final List<Integer> STAGES = List.of(100, 1000, 5000);

  /** At each stage that the space is large enough for. */
  public static List<Effort> of(Strategy strategy, RecordedSpace space, long seed) {
    var clock = new Clock(space);
    strategy.search(space.space(), seed, List.of(), clock);
    return STAGES.stream()
        .filter(stage -> stage < clock.nanos.size())
        .map(stage -> new Effort(stage, clock.millisPerProposal(stage)))
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
      nanos.add(System.nanoTime());
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
