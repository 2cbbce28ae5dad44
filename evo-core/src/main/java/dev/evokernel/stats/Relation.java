package dev.evokernel.stats;

import java.util.Locale;

/** How one contender stands to another. */
public enum Relation {
  FASTER,
  /** The whole interval lies within the margin. */
  SAME,
  SLOWER,
  /** None of these can be said: too few samples for so much noise. */
  UNDECIDED;

  /** For example {@code undecided}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
