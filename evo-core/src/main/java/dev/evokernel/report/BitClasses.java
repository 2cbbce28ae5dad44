package dev.evokernel.report;

import module java.base;

import dev.evokernel.store.query.RunHistory;
import dev.evokernel.store.record.Candidate;
import dev.evokernel.store.record.Evaluation;

/** Classes of a run's correct configurations by the bits of their outputs. */
public final class BitClasses {

  private BitClasses() {}

  /**
   * Counts the classes, and compares the fastest configuration of the default's class with the
   * fastest of all. Configurations that were not measured on all of the default's shapes do not
   * count. Empty if the bits are unknown, as in runs of evo 0.1.
   */
  public static Optional<String> sentence(RunHistory history) {
    return history
        .defaultCandidate()
        .flatMap(Candidate::evaluation)
        .filter(theDefault -> !theDefault.bits().isEmpty())
        .map(theDefault -> sentence(history, theDefault));
  }

  private static String sentence(RunHistory history, Evaluation theDefault) {
    Map<String, List<Candidate>> classes =
        history.outlines().stream()
            .filter(candidate -> isComparable(candidate, theDefault))
            .collect(Collectors.groupingBy(BitClasses::bits));
    List<Candidate> all = classes.values().stream().flatMap(List::stream).toList();
    if (classes.size() == 1) {
      return "Configurations that are correct on every shape: %d, all with the default's bits."
          .formatted(all.size());
    }
    OptionalDouble sameBits = best(history, classes.getOrDefault(theDefault.bits(), List.of()));
    return "Configurations that are correct on every shape: %d, in %d classes of bits%s."
        .formatted(
            all.size(),
            classes.size(),
            history.run().run().objective().isTimeAlone() && sameBits.isPresent()
                ? String.format(
                    Locale.ROOT,
                    "; in the search, the fastest in the default's class is %.2f× the default, of all %.2f×",
                    1 / sameBits.getAsDouble(),
                    1 / best(history, all).orElseThrow())
                : "");
  }

  private static boolean isComparable(Candidate candidate, Evaluation theDefault) {
    return !bits(candidate).isEmpty()
        && candidate.evaluation().orElseThrow().timed().equals(theDefault.timed());
  }

  private static String bits(Candidate candidate) {
    return candidate.evaluation().map(Evaluation::bits).orElse("");
  }

  private static OptionalDouble best(RunHistory history, List<Candidate> candidates) {
    return history.flags().eligible(candidates).stream()
        .flatMapToDouble(candidate -> candidate.objective().stream())
        .min();
  }

  /** First digits of the digest of each output; other words as they are. */
  public static String brief(String bits) {
    return bits.replaceAll("(?<=\\b[0-9a-f]{6})[0-9a-f]{10}\\b", "");
  }
}
