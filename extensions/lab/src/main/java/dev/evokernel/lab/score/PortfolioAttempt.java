package dev.evokernel.lab.score;

import module java.base;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.lab.score.record.RecordedPortfolio;
import dev.evokernel.search.Evaluator;
import dev.evokernel.search.Proposal;
import dev.evokernel.search.population.Trial;

/**
 * A search on the recordings of a kernel on several devices. The search ends after a number of
 * timed pairs of a configuration and a device. A configuration that fails on a device on which it
 * is timed is rejected.
 */
public final class PortfolioAttempt implements Evaluator {

  public enum Goal {
    /** Objective on each device that the search wants timed. */
    PORTFOLIO,
    /** Objective on each device, whatever the search wants. */
    PORTFOLIO_ON_ALL,
    CHAMPION
  }

  private final RecordedPortfolio kernel;
  private final Goal goal;
  private final double pairs;
  private final List<double[]> timed = new ArrayList<>();
  private int spent;
  private int configurations;

  public PortfolioAttempt(RecordedPortfolio kernel, Goal goal, double pairs) {
    this.kernel = kernel;
    this.goal = goal;
    this.pairs = pairs;
  }

  @Override
  public Pending begin(Proposal proposal) {
    return () -> trial(proposal);
  }

  private Optional<Trial> trial(Proposal proposal) {
    List<Integer> shapes =
        goal != Goal.PORTFOLIO || proposal.shapes().isEmpty()
            ? IntStream.range(0, kernel.devices().size()).boxed().toList()
            : proposal.shapes().stream().map(Integer::valueOf).toList();
    if (spent + shapes.size() > pairs) {
      return Optional.empty();
    }
    spent += shapes.size();
    configurations++;
    Configuration configuration = proposal.configuration();
    double[] all = kernel.millis(configuration);
    double[] millis = new double[all.length];
    Arrays.fill(millis, Double.NaN);
    shapes.forEach(shape -> millis[shape] = all[shape]);
    if (shapes.stream().anyMatch(shape -> Double.isNaN(millis[shape]))) {
      return Optional.of(Trial.rejected(configuration));
    }
    timed.add(millis);
    if (goal == Goal.CHAMPION) {
      double logs = Arrays.stream(millis).map(StrictMath::log).sum() / millis.length;
      return Optional.of(Trial.measured(configuration, StrictMath.exp(logs)));
    }
    return Optional.of(
        new Trial(
            configuration,
            OptionalDouble.empty(),
            Arrays.stream(millis)
                .mapToObj(
                    time -> Double.isNaN(time) ? OptionalDouble.empty() : OptionalDouble.of(time))
                .toList()));
  }

  /** Times of every configuration that was not rejected. */
  public List<double[]> timed() {
    return timed;
  }

  public int configurations() {
    return configurations;
  }
}
