package dev.evokernel.stats;

/**
 * How many configurations a portfolio may hold.
 *
 * @param within by how much the set may be slower than all configurations together, from 0 to 1
 * @param atMost configurations, at least 1; more are not taken, whatever is lost
 */
public record PortfolioSettings(double within, int atMost) {

  /** In force where {@code evo.yaml} has no {@code portfolio}. */
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
