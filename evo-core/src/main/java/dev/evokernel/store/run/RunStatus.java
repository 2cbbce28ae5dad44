package dev.evokernel.store.run;

import java.util.Locale;

/** State of a run. */
public enum RunStatus {
  RUNNING,
  FINISHED,
  /** Stopped by a signal, a recovery check or a failure; resumable. */
  INTERRUPTED,
  /** Killed with its process or machine; resumable. */
  KILLED;

  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static RunStatus ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
