package dev.evokernel.config;

import module java.base;

import dev.evokernel.search.SearchSettings;
import dev.evokernel.search.SearchSettings.Patience;
import dev.evokernel.stats.PortfolioSettings;

/**
 * Sections {@code search}, {@code stop} and {@code portfolio} of a job.
 *
 * @param inFlight evaluations in flight; empty for a number that depends on the machine
 */
public record SearchOptions(
    int population,
    long seed,
    OptionalInt inFlight,
    Patience patience,
    Goal goal,
    PortfolioSettings portfolio) {

  /** Value of {@code for}. */
  public enum Goal {
    /** Portfolio for several shapes and one metric, else a champion. */
    AUTO,
    CHAMPION,
    /** A few configurations, and for each shape one of them. */
    PORTFOLIO
  }

  public static final SearchOptions DEFAULT =
      new SearchOptions(
          SearchSettings.DEFAULT.population(),
          SearchSettings.DEFAULT.seed(),
          OptionalInt.empty(),
          Patience.NEVER_ENDS,
          Goal.AUTO,
          PortfolioSettings.DEFAULT);

  public SearchOptions withSeed(long other) {
    return new SearchOptions(population, other, inFlight, patience, goal, portfolio);
  }

  public SearchOptions with(Patience other) {
    return new SearchOptions(population, seed, inFlight, other, goal, portfolio);
  }

  public SearchOptions with(Goal other) {
    return new SearchOptions(population, seed, inFlight, patience, other, portfolio);
  }

  public SearchOptions withInFlight(int number) {
    return new SearchOptions(population, seed, OptionalInt.of(number), patience, goal, portfolio);
  }

  public SearchOptions decided(int shapes, boolean single) {
    return with(goal != Goal.CHAMPION && shapes > 1 && !single ? Goal.PORTFOLIO : Goal.CHAMPION);
  }

  /** Settings of the portfolio; empty for a champion. */
  public Optional<PortfolioSettings> sought() {
    return Optional.of(portfolio).filter(_ -> goal == Goal.PORTFOLIO);
  }

  public SearchSettings settings(int suitable) {
    return new SearchSettings(population, seed, inFlight.orElse(suitable), patience);
  }
}
