package dev.evokernel.run;

import dev.evokernel.search.SearchResult.Ending;
import dev.evokernel.search.SearchSettings.Patience;
import dev.evokernel.spec.RunSpec;
import dev.evokernel.store.RunEnding;
import dev.evokernel.store.RunEnding.Reason;
import java.math.BigDecimal;
import java.util.Locale;

/** Reasons for the end of a session's search, in words with the bound that was reached. */
public final class Endings {

  public static final RunEnding STOPPED = new RunEnding(Reason.STOPPED, "it was stopped");

  private Endings() {}

  /**
   * Describes an end.
   *
   * @param tried configurations
   * @param evaluationsSpent whether the budget in evaluations ended the search
   */
  public static RunEnding of(Ending ending, RunSpec spec, int tried, boolean evaluationsSpent) {
    return switch (ending) {
      case SPACE_EXHAUSTED ->
          new RunEnding(
              Reason.SPACE_EXHAUSTED,
              String.format(Locale.ROOT, "all %,d configurations were tried", tried));
      case PATIENCE_SPENT ->
          new RunEnding(Reason.PATIENCE, impatience(spec.search().settings().patience()));
      case BUDGET_SPENT ->
          evaluationsSpent
              ? new RunEnding(
                  Reason.EVALUATIONS,
                  String.format(
                      Locale.ROOT,
                      "all %,d evaluations of the budget were made",
                      spec.budget().evaluations()))
              : wallSpent(spec);
    };
  }

  public static RunEnding wallSpent(RunSpec spec) {
    return new RunEnding(
        Reason.WALL,
        String.format(
            Locale.ROOT,
            "the budget's wall time of %,d s is spent",
            spec.budget().wall().toSeconds()));
  }

  private static String impatience(Patience patience) {
    return String.format(
        Locale.ROOT,
        "%,d proposals in a row, the most promising of what was left, were expected to improve on"
            + " the best by less than %s %%",
        patience.proposals(),
        BigDecimal.valueOf(patience.share())
            .movePointRight(2)
            .stripTrailingZeros()
            .toPlainString());
  }
}
