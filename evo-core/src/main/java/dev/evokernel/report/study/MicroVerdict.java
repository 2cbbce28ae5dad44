package dev.evokernel.report.study;

import dev.evokernel.microbench.MicroValidation;
import dev.evokernel.stats.RankCorrelation;
import java.util.Locale;
import java.util.Optional;

/** Whether a search should be seeded from a miniature's ranking, in one sentence. */
public final class MicroVerdict {

  /**
   * From this rank correlation on, the first of the ranking are mostly the fastest when measured in
   * full.
   */
  private static final double STRONG = 0.6;

  private MicroVerdict() {}

  /** For example {@code rho 0.81 (0.66 to 0.90): worth seeding from.} */
  public static String of(MicroValidation validation) {
    Optional<RankCorrelation> correlation = validation.correlation();
    if (correlation.isEmpty()) {
      return "Nothing is known of the ranking: only %d of %d were measured in full, and it takes %d that differ."
          .formatted(
              validation.measured().size(), validation.checked().size(), RankCorrelation.FEWEST);
    }
    RankCorrelation it = correlation.get();
    String numbers =
        String.format(Locale.ROOT, "rho %.2f (%.2f to %.2f)", it.rho(), it.low(), it.high());
    if (it.low() <= 0) {
      return numbers
          + (it.high() < 0 ? ": worse than useless, " : ": useless, ")
          + "the ranking cannot be told from chance; seed from elsewhere, or change the miniature.";
    }
    return numbers
        + (it.rho() >= STRONG
            ? ": worth seeding from."
            : ": weak, though better than chance; seed from it, but not from it alone.");
  }
}
