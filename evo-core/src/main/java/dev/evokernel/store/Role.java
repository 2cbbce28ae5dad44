package dev.evokernel.store;

import java.util.Locale;

/** As what a candidate took part in the finals. */
public enum Role {
  /** The one that was accepted. There is none when the default stays. */
  CHAMPION,
  DEFAULT,
  FINALIST;

  /** For example {@code champion}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Role ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
