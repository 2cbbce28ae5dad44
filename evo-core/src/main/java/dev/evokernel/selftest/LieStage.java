package dev.evokernel.selftest;

import java.util.Arrays;
import java.util.Locale;

/** How far a lying kernel came before it was stopped. */
public enum LieStage {
  /** Rejected by the correctness gate, or by what is looked at while it is timed. */
  EVALUATION,
  /** Rejected by the examination of a candidate that would become the best. */
  BEST,
  /** Excluded from the finals, or failed in them. */
  FINALS,
  /** Measured throughout, and not accepted: its lie gained nothing. */
  NOWHERE,
  /** Champion of its run. */
  LED,
  /** The run ended with an error. */
  BROKE_DOWN;

  /** For example {@code broke down}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * @throws IllegalArgumentException if there is no such label
   */
  static LieStage ofLabel(String label) {
    return Arrays.stream(values())
        .filter(stage -> stage.label().equals(label))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("There is no stage '" + label + "' of a lie."));
  }
}
