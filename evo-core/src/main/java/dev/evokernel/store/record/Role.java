package dev.evokernel.store.record;

import java.util.Locale;

/** Role of a candidate in the finals. */
public enum Role {
  /** Accepted candidate; absent if the default stays. */
  CHAMPION,
  DEFAULT,
  FINALIST;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Role ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
