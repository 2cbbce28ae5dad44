package dev.evokernel.worker.protocol;

/** How a process was lost. */
public enum Loss {
  /** The process ended by a signal of its own, or exited. */
  DIED,
  /** Another process ended it, by SIGKILL or SIGTERM. */
  KILLED,
  /** The process did not answer within its limit, and was killed. */
  OVERDUE,
  /** The process was found stopped by SIGSTOP, and was killed. */
  STOPPED;

  /**
   * Whether something else than the running candidate may be the cause, so that it deserves another
   * attempt in a fresh process.
   *
   * @param alone whether no other candidate had been in the process
   */
  public boolean isDoubtful(boolean alone) {
    return switch (this) {
      case DIED -> !alone;
      case KILLED, STOPPED -> true;
      case OVERDUE -> false;
    };
  }
}
