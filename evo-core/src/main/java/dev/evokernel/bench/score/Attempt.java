package dev.evokernel.bench.score;

import dev.evokernel.bench.score.Trace.Step;
import dev.evokernel.kernel.Configuration;
import dev.evokernel.replay.Recorded;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One run on a recorded space: one device that evaluates one configuration after the other, at the
 * recorded costs.
 *
 * <p>It ends when both budgets are overspent by a tenth. A strategy knows neither, so that one
 * trace serves both columns of scores: each looks at its own beginning of it. With budgets several
 * times as long it also ends once the optimum is found, since nothing after that changes a figure.
 */
final class Attempt implements Evaluator {

  private static final double OVERSPENT = 1.1;

  private final RecordedSpace space;
  private final double seconds;
  private final double evaluations;
  private final double enough;
  private final List<Step> steps = new ArrayList<>();
  private double spent;
  private double best = Double.POSITIVE_INFINITY;

  Attempt(RecordedSpace space, int budgetFactor) {
    this.space = space;
    this.seconds = budgetFactor * OVERSPENT * space.yardstick().seconds();
    this.evaluations = budgetFactor * OVERSPENT * space.yardstick().evaluations();
    this.enough = budgetFactor > 1 ? space.yardstick().optimum() : Double.NEGATIVE_INFINITY;
  }

  static Trace of(
      Strategy strategy,
      RecordedSpace space,
      int budgetFactor,
      long seed,
      List<InitialConfiguration> seeds) {
    var attempt = new Attempt(space, budgetFactor);
    strategy.search(space.space(), seed, seeds, attempt);
    return attempt.trace();
  }

  /** What was tried so far. */
  Trace trace() {
    return new Trace(steps);
  }

  /** The seconds that it took so far. */
  double spent() {
    return spent;
  }

  @Override
  public Pending begin(Proposal proposal) {
    return () -> trial(proposal.configuration());
  }

  Optional<Trial> trial(Configuration configuration) {
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
