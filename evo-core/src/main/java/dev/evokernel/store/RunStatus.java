package dev.evokernel.store;

import java.util.Locale;

/** How far a run came. */
public enum RunStatus {
  RUNNING,
  FINISHED,
  /** Stopped by a signal, a recovery check or a failure; can be resumed. */
  INTERRUPTED,
  /** Its process ended without a word, by SIGKILL or with the machine; can be resumed. */
  KILLED;

  /** For example {@code interrupted}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  static RunStatus ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
