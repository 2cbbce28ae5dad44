package dev.evokernel.stats;

import java.util.Locale;

/** What a comparison concludes about two variants on one shape. */
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
