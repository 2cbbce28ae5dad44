package dev.evokernel.fleet.chaos;

/**
 * A fault of a plan.
 *
 * @param at number of completed evaluations at which the fault happens
 * @param host from 0; 0 for the coordinator
 * @param afterMillis delay after {@code at}
 * @param lastsMillis time until the process restarts or continues, or the network recovers
 */
public record Kill(int at, KillKind kind, int host, int afterMillis, int lastsMillis) {

  @Override
  public String toString() {
    return "at %d evaluations: %s for %d ms".formatted(at, kind.label(), lastsMillis);
  }
}
