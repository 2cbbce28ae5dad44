package dev.evokernel.store;

import java.util.Locale;

/**
 * Why the search of a run's latest session ended.
 *
 * @param detail one clause with the bound that was reached, for example {@code all 70
 *     configurations were tried}
 */
public record RunEnding(Reason reason, String detail) {

  /** What ended it. */
  public enum Reason {
    /** Every configuration of the space was tried. */
    SPACE_EXHAUSTED,
    /** What is left promises too little: {@code stop.patience}. */
    PATIENCE,
    /** {@code budget.evaluations}. */
    EVALUATIONS,
    /** {@code budget.wall}. */
    WALL,
    /** A signal, or the program that embeds the engine. */
    STOPPED;

    /** For example {@code space-exhausted}. */
    public String label() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /** For example {@code space-exhausted: all 70 configurations were tried}. */
  String stored() {
    return reason.label() + ": " + detail;
  }

  static RunEnding ofStored(String stored) {
    int colon = stored.indexOf(": ");
    String label = stored.substring(0, colon);
    return new RunEnding(
        Reason.valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_')),
        stored.substring(colon + 2));
  }

  /** Whether the run is to be resumed, without finals until then. */
  public boolean isStop() {
    return reason == Reason.STOPPED;
  }

  /** The same of a run whose finals were not held. */
  public RunEnding withoutFinals(String why) {
    return new RunEnding(reason, detail + "; no finals were held: " + why);
  }

  /** For example {@code The search ended: all 70 configurations were tried.} */
  public String sentence() {
    return "The search ended: " + detail + ".";
  }
}
