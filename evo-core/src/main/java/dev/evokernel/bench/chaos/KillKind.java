package dev.evokernel.bench.chaos;

/** What happens to a fleet. */
public enum KillKind {
  /** SIGKILL of a host's worker, which is started again. */
  HOST_KILLED("host killed"),

  /** SIGSTOP of a host's worker until after it is lost, then SIGCONT. */
  HOST_STOPPED("host stopped"),

  /** SIGKILL of the coordinator and the broker in it; the run is resumed. */
  COORDINATOR_KILLED("coordinator killed"),

  /** Nothing that a host and the coordinator send each other arrives; later all of it does. */
  NETWORK_STOPPED("network stopped"),

  /** A host's connection breaks, and no other is made for a while. */
  NETWORK_BROKEN("network broken");

  private final String label;

  KillKind(String label) {
    this.label = label;
  }

  /** For example {@code host stopped}. */
  public String label() {
    return label;
  }

  /** Whether it happens to one of the hosts. */
  boolean isOfHost() {
    return this != COORDINATOR_KILLED;
  }
}
