package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.lab.score.record.RecordedSpace;
import dev.evokernel.lab.score.record.Trace;
import dev.evokernel.lab.score.record.Trace.Step;
import dev.evokernel.replay.Recorded;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.InitialConfiguration;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.population.Trial;

/**
 * A run on a recorded space: one device that evaluates one configuration after the other, at the
 * recorded costs.
 *
 * <p>A run ends when both budgets are overspent by a tenth. The strategy knows neither budget, so
 * that one trace serves the scores over seconds and over evaluations. A run over several budgets
 * also ends when it finds the optimum, because later evaluations change no figure.
 */
public final class Attempt implements Evaluator {

  private static final double OVERSPENT = 1.1;

  private final RecordedSpace space;
  private final double seconds;
  private final double evaluations;
  private final double enough;
  private final List<Step> steps = new ArrayList<>();
  private double spent;
  private double best = Double.POSITIVE_INFINITY;

  Attempt(RecordedSpace space, int budgetFactor) {
    this(
        space,
        budgetFactor * OVERSPENT * space.yardstick().seconds(),
        budgetFactor * OVERSPENT * space.yardstick().evaluations(),
        budgetFactor > 1 ? space.yardstick().optimum() : Double.NEGATIVE_INFINITY);
  }

  private Attempt(RecordedSpace space, double seconds, double evaluations, double enough) {
    this.space = space;
    this.seconds = seconds;
    this.evaluations = evaluations;
    this.enough = enough;
  }

  static Trace of(
      Strategy strategy,
      RecordedSpace space,
      int budgetFactor,
      long seed,
      List<InitialConfiguration> seeds) {
    return new Attempt(space, budgetFactor).run(strategy, seed, seeds);
  }

  /** Searches a space for a number of evaluations. */
  public static Trace ofEvaluations(
      Strategy strategy,
      RecordedSpace space,
      int evaluations,
      long seed,
      List<InitialConfiguration> seeds) {
    return new Attempt(space, 0, evaluations, Double.NEGATIVE_INFINITY).run(strategy, seed, seeds);
  }

  private Trace run(Strategy strategy, long seed, List<InitialConfiguration> seeds) {
    strategy.search(space.space(), seed, seeds, this);
    return trace();
  }

  Trace trace() {
    return new Trace(steps);
  }

  /** Simulated seconds so far. */
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
