package dev.evokernel.bench.chaos;

/**
 * One stroke of a plan.
 *
 * @param at happens when so many evaluations have ended
 * @param host from 0; the coordinator has none, and 0
 * @param afterMillis how long after that
 * @param lastsMillis until the process is started again or goes on, or the network does
 */
public record Kill(int at, KillKind kind, int host, int afterMillis, int lastsMillis) {

  @Override
  public String toString() {
    return "at %d evaluations: %s for %d ms".formatted(at, kind.label(), lastsMillis);
  }
}
