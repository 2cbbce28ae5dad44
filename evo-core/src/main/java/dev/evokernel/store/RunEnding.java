package dev.evokernel.store;

import dev.evokernel.kernel.yaml.Labelled;

/**
 * Reason for the end of the search in a run's latest session.
 *
 * @param detail one clause with the reached bound, for example {@code all 70 configurations were
 *     tried}
 */
public record RunEnding(Reason reason, String detail) {

  public enum Reason implements Labelled {
    SPACE_EXHAUSTED,
    /** {@code stop.patience}: too little expected improvement is left. */
    PATIENCE,
    EVALUATIONS,
    WALL,
    /** A signal, or a call of the program that embeds the engine. */
    STOPPED
  }

  /** Stored form, for example {@code space-exhausted: all 70 configurations were tried}. */
  public String stored() {
    return reason.label() + ": " + detail;
  }

  public static RunEnding ofStored(String stored) {
    int colon = stored.indexOf(": ");
    String label = stored.substring(0, colon);
    return new RunEnding(
        Labelled.find(Reason.class, label).orElseThrow(), stored.substring(colon + 2));
  }

  /** Whether the run was stopped and has no finals before it is resumed. */
  public boolean isStop() {
    return reason == Reason.STOPPED;
  }

  public RunEnding withoutFinals(String why) {
    return new RunEnding(reason, detail + ". No finals: " + why);
  }

  /** A sentence, for example {@code The search ended: all 70 configurations were tried.} */
  public String sentence() {
    return "The search ended: " + detail + ".";
  }
}
