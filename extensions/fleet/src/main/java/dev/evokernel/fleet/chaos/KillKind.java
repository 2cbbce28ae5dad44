package dev.evokernel.fleet.chaos;

/** Kind of a fault. */
public enum KillKind {
  /** SIGKILL of a host's worker, which restarts. */
  HOST_KILLED("host killed"),

  /** SIGSTOP of a host's worker until after it is lost, then SIGCONT. */
  HOST_STOPPED("host stopped"),

  /** SIGKILL of the coordinator and its broker; the run is resumed. */
  COORDINATOR_KILLED("coordinator killed"),

  /** Messages between a host and the coordinator are delayed and later delivered. */
  NETWORK_STOPPED("network stopped"),

  /** A host's connection breaks, and new connections fail for a while. */
  NETWORK_BROKEN("network broken");

  private final String label;

  KillKind(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  boolean isOfHost() {
    return this != COORDINATOR_KILLED;
  }
}
