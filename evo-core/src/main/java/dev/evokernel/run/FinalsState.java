package dev.evokernel.run;

import dev.evokernel.worker.FinalsProgress;
import java.util.Optional;

/**
 * What the finals are at.
 *
 * @param finalists that entered so far, the default among them
 * @param rounds empty while finalists are verified and enter
 */
public record FinalsState(int finalists, Optional<FinalsProgress> rounds) {

  /** For example {@code finals, 7 finalists: round 12 of about 60 on 'large' (shape 2 of 4)}. */
  public String text() {
    return rounds
        .map(
            at ->
                "finals, %d finalists: round %d of about %d on '%s' (shape %d of %d)"
                    .formatted(
                        finalists, at.round(), at.about(), at.shape(), at.position(), at.shapes()))
        .orElseGet(() -> "finals: verifying finalists, %d entered".formatted(finalists));
  }
}
