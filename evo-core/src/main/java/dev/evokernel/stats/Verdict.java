package dev.evokernel.stats;

import module java.base;

import dev.evokernel.kernel.yaml.Labelled;

/**
 * Decision on what replaces the default.
 *
 * @param reasons one sentence each; never empty
 */
public record Verdict(Decision decision, List<String> reasons) {

  /** The three possible ends of the finals. */
  public enum Decision implements Labelled {
    /** The finals showed everything that the acceptance rule requires. */
    ACCEPTED,
    /** The finals showed that no finalist can meet the acceptance rule. */
    DEFAULT_STAYS,
    /** The finals showed neither; the default stays for now. */
    UNDECIDED;
  }

  public Verdict {
    reasons = List.copyOf(reasons);
    if (reasons.isEmpty()) {
      throw new IllegalArgumentException("A verdict needs at least one reason.");
    }
  }

  /** Creates the verdict that the default stays. */
  public static Verdict defaultStays(String reason) {
    return new Verdict(Decision.DEFAULT_STAYS, List.of(reason));
  }

  /** Creates the verdict that nothing was shown. */
  public static Verdict undecided(String reason) {
    return new Verdict(Decision.UNDECIDED, List.of(reason));
  }

  public boolean accepted() {
    return decision == Decision.ACCEPTED;
  }

  /** Copies this verdict with more reasons. */
  public Verdict with(List<String> more) {
    return new Verdict(decision, Stream.concat(reasons.stream(), more.stream()).toList());
  }

  @Override
  public String toString() {
    return decision.label() + ": " + String.join(" ", reasons);
  }
}
