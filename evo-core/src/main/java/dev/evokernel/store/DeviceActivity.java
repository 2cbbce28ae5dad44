package dev.evokernel.store;

import dev.evokernel.kernel.yaml.Labelled;

/** Use of a device's time; exactly one at every moment of a run. */
public enum DeviceActivity implements Labelled {
  /** Starting processes and checking the reference, until the search begins. */
  STARTING,
  CHECKING,
  TIMING,
  LOADING,
  /** Exchanging messages and recording results while the device is idle. */
  BOOKKEEPING,
  /** Starting a process after a candidate hung or crashed the last one. */
  RESTARTING,
  /** Waiting for a compiled candidate. */
  WAITING,
  FINALS;

  /** Whether the device evaluates candidates. */
  public boolean isWork() {
    return switch (this) {
      case CHECKING, TIMING, LOADING -> true;
      case STARTING, BOOKKEEPING, RESTARTING, WAITING, FINALS -> false;
    };
  }

  /** Whether the activity belongs to the search. */
  public boolean isSearch() {
    return this != STARTING && this != FINALS;
  }
}
