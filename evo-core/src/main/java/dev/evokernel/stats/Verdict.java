package dev.evokernel.stats;

import java.util.List;

/**
 * Whether a candidate may take the default's place.
 *
 * @param reasons one sentence each; never empty
 */
public record Verdict(boolean accepted, List<String> reasons) {

  public Verdict {
    reasons = List.copyOf(reasons);
    if (reasons.isEmpty()) {
      throw new IllegalArgumentException("A verdict gives at least one reason.");
    }
  }

  /** For example {@code accepted: small is 1.12 times …}. */
  @Override
  public String toString() {
    return (accepted ? "accepted: " : "not accepted: ") + String.join(" ", reasons);
  }
}
