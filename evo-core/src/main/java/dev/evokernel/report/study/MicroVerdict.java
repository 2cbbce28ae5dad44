package dev.evokernel.report.study;

import dev.evokernel.microbench.MicroValidation;
import dev.evokernel.stats.RankCorrelation;
import java.util.Locale;
import java.util.Optional;

/** Verdict on seeding a search from a miniature's ranking, in one sentence. */
public final class MicroVerdict {

  /** Rank correlation from which the top of the ranking is mostly fastest in full measurements. */
  private static final double STRONG = 0.6;

  private MicroVerdict() {}

  /** The verdict as a sentence: {@code rho 0.81 (95 % CI 0.66 to 0.90): worth seeding from.} */
  public static String of(MicroValidation validation) {
    Optional<RankCorrelation> correlation = validation.correlation();
    if (correlation.isEmpty()) {
      return "Ranking not validated: %d of %d full measurements succeeded, %d different ones are required."
          .formatted(
              validation.measured().size(), validation.checked().size(), RankCorrelation.FEWEST);
    }
    RankCorrelation known = correlation.get();
    String verdict =
        known.high() < 0
            ? "the ranking is inverted. Use other seeds, or change the miniature."
            : known.low() <= 0
                ? "not better than chance. Use other seeds, or change the miniature."
                : known.rho() >= STRONG
                    ? "worth seeding from."
                    : "weak, but better than chance. Use it together with other seeds.";
    return String.format(
        Locale.ROOT,
        "rho %.2f (95 %% CI %.2f to %.2f, %d configurations): %s",
        known.rho(),
        known.low(),
        known.high(),
        known.pairs(),
        verdict);
  }
}
