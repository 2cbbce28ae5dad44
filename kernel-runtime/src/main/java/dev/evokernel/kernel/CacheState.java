package dev.evokernel.kernel;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a timed launch finds in the device's caches. */
public enum CacheState {

  /** What the launch before it left there: launches follow each other. */
  HOT,

  /** Nothing of its own: the last-level cache is flushed before every launch. */
  COLD;

  /** For example {@code cold}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<CacheState> ofLabel(String label) {
    return Arrays.stream(values()).filter(state -> state.label().equals(label)).findFirst();
  }
}
