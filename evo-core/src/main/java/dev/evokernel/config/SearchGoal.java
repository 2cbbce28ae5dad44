package dev.evokernel.config;

import dev.evokernel.stats.objective.PortfolioSettings;
import java.util.Locale;
import java.util.Optional;

/**
 * Goal of a job's search: {@code search: {for: …}} and {@code portfolio} in {@code evo.yaml}.
 *
 * @param portfolio the size limits of a portfolio
 */
public record SearchGoal(Kind kind, PortfolioSettings portfolio) {

  /** Goal of a job without the keys. */
  public static final SearchGoal DEFAULT = new SearchGoal(Kind.AUTO, PortfolioSettings.DEFAULT);

  /** Value of {@code for}. */
  public enum Kind {
    /** Portfolio for several shapes and one metric, else a champion. */
    AUTO,
    /** One configuration for all shapes. */
    CHAMPION,
    /** A few configurations, and for each shape one of them. */
    PORTFOLIO;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public SearchGoal of(Kind other) {
    return new SearchGoal(other, portfolio);
  }

  /**
   * Replaces {@code auto} by a decision.
   *
   * @param shapes the number of shapes
   * @param single whether a portfolio is no choice: two metrics give a set of configurations
   *     anyway, and rows with equal bits on all shapes need one configuration
   */
  public SearchGoal decided(int shapes, boolean single) {
    return of(kind != Kind.CHAMPION && shapes > 1 && !single ? Kind.PORTFOLIO : Kind.CHAMPION);
  }

  /** Settings of the portfolio; empty for a champion. */
  public Optional<PortfolioSettings> sought() {
    return Optional.of(portfolio).filter(_ -> kind == Kind.PORTFOLIO);
  }
}
