package dev.evokernel.stats;

import java.util.Locale;

/** Conclusion of a comparison of two variants on one shape. */
public enum Relation {
  FASTER,
  /** The whole interval lies within the margin. */
  SAME,
  SLOWER,
  /** Too few samples for the noise. */
  UNDECIDED;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
