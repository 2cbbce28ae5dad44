package dev.evokernel.stats;

import java.util.List;

/**
 * Decision on a candidate against the default.
 *
 * @param reasons one sentence each; never empty
 */
public record Verdict(boolean accepted, List<String> reasons) {

  public Verdict {
    reasons = List.copyOf(reasons);
    if (reasons.isEmpty()) {
      throw new IllegalArgumentException("A verdict needs at least one reason.");
    }
  }

  @Override
  public String toString() {
    return (accepted ? "accepted: " : "not accepted: ") + String.join(" ", reasons);
  }
}
