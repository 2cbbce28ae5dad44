package dev.evokernel.run;

import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.worker.protocol.Reply;
import java.util.Optional;

/**
 * The current state of the finals.
 *
 * @param rounds empty while finalists are verified and enter
 */
public record FinalsState(
    int finalists, FinalsProcess process, Optional<Reply.FinalsProgress> rounds) {

  /**
   * Formats the state, for example {@code finals, 7 finalists: process 2 of 5, round 12 of about 20
   * on 'large' (shape 2 of 4)}.
   */
  public String text() {
    return rounds
        .map(
            at ->
                "finals, %d finalists: %sround %d of about %d on '%s' (shape %d of %d)"
                    .formatted(
                        finalists,
                        which(),
                        at.round(),
                        at.about(),
                        at.shape(),
                        at.position(),
                        at.shapes()))
        .orElseGet(() -> "finals: verifying finalists, %d entered".formatted(finalists));
  }

  private String which() {
    return process.of() == 1 ? "" : "process %d of %d, ".formatted(process.number(), process.of());
  }
}
