package dev.evokernel.stats;

/**
 * Size limit of a portfolio.
 *
 * @param within acceptable loss of the set against all configurations together, from 0 to 1
 * @param atMost largest number of configurations, at least 1
 */
public record PortfolioSettings(double within, int atMost) {

  /** Settings for an {@code evo.yaml} without {@code portfolio}. */
  public static final PortfolioSettings DEFAULT = new PortfolioSettings(0.01, 4);

  public PortfolioSettings {
    if (!(within >= 0 && within < 1)) {
      throw new IllegalArgumentException(
          "portfolio.within must be at least 0% and below 100%, was " + 100 * within + "%.");
    }
    if (atMost < 1) {
      throw new IllegalArgumentException("portfolio.at_most must be ≥ 1, was " + atMost + ".");
    }
  }
}
