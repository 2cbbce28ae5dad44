package dev.evokernel.report.finals;

import module java.base;

import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.CandidateOutline;

/** Classes of a run's correct configurations by the bits of their outputs. */
public final class BitClasses {

  private BitClasses() {}

  /**
   * Counts the classes, and compares the fastest configuration of the default's class with the
   * fastest of all. Configurations that were not measured on all of the default's shapes do not
   * count. Empty if the bits are unknown, as in runs of evo 0.1.
   */
  public static Optional<String> sentence(RunHistory history) {
    Optional<CandidateOutline.End> theDefault =
        history.defaultCandidate().map(CandidateOutline::of).flatMap(CandidateOutline::end);
    return theDefault
        .filter(ended -> !ended.bits().isEmpty())
        .map(ended -> sentence(history, ended));
  }

  private static String sentence(RunHistory history, CandidateOutline.End theDefault) {
    Map<String, Integer> classes = new HashMap<>();
    double best = Double.POSITIVE_INFINITY;
    double alike = Double.POSITIVE_INFINITY;
    Set<Integer> eligible =
        history.eligible().stream().map(CandidateOutline::number).collect(Collectors.toSet());
    for (CandidateOutline candidate : history.outlines()) {
      CandidateOutline.End end = candidate.end().orElse(null);
      if (end == null || !end.timed().equals(theDefault.timed()) || end.bits().isEmpty()) {
        continue;
      }
      classes.merge(end.bits(), 1, Integer::sum);
      double objective =
          eligible.contains(candidate.number())
              ? end.objective().orElse(Double.POSITIVE_INFINITY)
              : Double.POSITIVE_INFINITY;
      best = Math.min(best, objective);
      alike = end.bits().equals(theDefault.bits()) ? Math.min(alike, objective) : alike;
    }
    int measured = classes.values().stream().mapToInt(Integer::intValue).sum();
    if (classes.size() == 1) {
      return "All %d configurations that are correct on every shape have the default's bits."
          .formatted(measured);
    }
    return "%d configurations that are correct on every shape fall into %d classes of bits%s."
        .formatted(
            measured,
            classes.size(),
            history.run().run().objective().isTimeAlone() && Double.isFinite(alike)
                ? String.format(
                    Locale.ROOT,
                    "; in the search, the fastest in the default's class is %.2f× the default, of all %.2f×",
                    1 / alike,
                    1 / best)
                : "");
  }

  /** First digits of the digest of each output; other words as they are. */
  public static String brief(String bits) {
    return bits.replaceAll("(?<=\\b[0-9a-f]{6})[0-9a-f]{10}\\b", "");
  }
}
