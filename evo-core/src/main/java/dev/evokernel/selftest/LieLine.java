package dev.evokernel.selftest;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * One line of the table: a lying kernel and how far it came.
 *
 * @param deed what it does
 * @param stage where it ended
 * @param reason label of the rejection; empty when there was none
 * @param speedUp over the honest default: in the finals, else when it was evaluated; empty when it
 *     was not timed
 * @param cost wall time from its proposal to the end of its evaluation, compilation aside
 * @param message of the rejection or of the verdict, in one line
 * @param expected whether it was to end so
 */
public record LieLine(
    String lie,
    String deed,
    LieStage stage,
    String reason,
    OptionalDouble speedUp,
    Duration cost,
    String message,
    boolean expected) {

  /** Whether a lie leads that must not, or the honest kernel does not. */
  public boolean isFooled() {
    return stage == LieStage.LED ? !expected : lie.equals(Lie.HONEST.name());
  }
}
