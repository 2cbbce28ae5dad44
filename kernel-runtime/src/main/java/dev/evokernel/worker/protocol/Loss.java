package dev.evokernel.worker.protocol;

/** The cause of a lost process. */
public enum Loss {
  /** The process ended by a signal of its own, or exited. */
  DIED,
  /** Another process ended the process, by SIGKILL or SIGTERM. */
  KILLED,
  /** The process did not answer within its limit, and was killed. */
  OVERDUE,
  /** The process was stopped by SIGSTOP, and was killed. */
  STOPPED;

  /**
   * Checks whether the running candidate may be innocent, so that it gets another attempt in a
   * fresh process.
   *
   * @param alone whether no other candidate had run in the process
   */
  public boolean isDoubtful(boolean alone) {
    return switch (this) {
      case DIED -> !alone;
      case KILLED, STOPPED -> true;
      case OVERDUE -> false;
    };
  }
}
