package dev.evokernel.store;

import java.util.Locale;

/** What a device's time goes into; at every moment of a run it is exactly one of these. */
public enum DeviceActivity {
  /** Until the search begins: processes come up, the reference is checked. */
  STARTING,
  /** Candidates are compared with the reference. */
  CHECKING,
  /** Candidates are timed. */
  TIMING,
  /** Candidates are loaded and unloaded. */
  LOADING,
  /** Messages go to and fro, attempts and results are written down; the device stands still. */
  BOOKKEEPING,
  /** A candidate hung or took its process down, and another process comes up. */
  RESTARTING,
  /** Nothing is compiled that could be evaluated. */
  WAITING,
  /** The finalists are measured once more. */
  FINALS;

  /** For example {@code checking}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the device does what a search needs of it. */
  public boolean isWork() {
    return switch (this) {
      case CHECKING, TIMING, LOADING -> true;
      case STARTING, BOOKKEEPING, RESTARTING, WAITING, FINALS -> false;
    };
  }

  /** Whether it happens while the search goes on. */
  public boolean isSearch() {
    return this != STARTING && this != FINALS;
  }
}
