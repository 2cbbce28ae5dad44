package dev.evokernel.config.options;

import dev.evokernel.stats.objective.PortfolioSettings;
import java.util.Locale;
import java.util.Optional;

/**
 * What a job's search looks for: {@code search: {for: …}} and {@code portfolio} in {@code
 * evo.yaml}.
 *
 * @param portfolio how large the set may be, where it is one
 */
public record SearchGoal(Kind kind, PortfolioSettings portfolio) {

  /** A set where that has a meaning, and the job does not say otherwise. */
  public static final SearchGoal DEFAULT = new SearchGoal(Kind.AUTO, PortfolioSettings.DEFAULT);

  /** The value of {@code for}. */
  public enum Kind {
    /** A portfolio if there is more than one shape and one metric, else a champion. */
    AUTO,
    /** One configuration for all shapes. */
    CHAMPION,
    /** A few configurations, and for each shape one of them. */
    PORTFOLIO;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * @throws IllegalArgumentException if there is no such kind
     */
    public static Kind ofLabel(String label) {
      return valueOf(label.toUpperCase(Locale.ROOT));
    }
  }

  public SearchGoal of(Kind other) {
    return new SearchGoal(other, portfolio);
  }

  /**
   * The same, decided.
   *
   * @param shapes how many there are
   * @param front whether two metrics are minimised, of which a set of configurations is found
   *     anyhow
   */
  public SearchGoal decided(int shapes, boolean front) {
    return of(kind != Kind.CHAMPION && shapes > 1 && !front ? Kind.PORTFOLIO : Kind.CHAMPION);
  }

  /** The portfolio that is sought; empty for a champion. */
  public Optional<PortfolioSettings> sought() {
    return Optional.of(portfolio).filter(_ -> kind == Kind.PORTFOLIO);
  }
}
