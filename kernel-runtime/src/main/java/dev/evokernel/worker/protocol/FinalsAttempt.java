package dev.evokernel.worker.protocol;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.FinalsLoop;
import java.util.List;
import java.util.Optional;

/** How one process of finals ended; {@link FinalsLoop} makes the next from it. */
public sealed interface FinalsAttempt {

  /** Every finalist was measured. */
  record Measured(FinalsResult result) implements FinalsAttempt {}

  /**
   * A finalist failed, and the others must be measured again.
   *
   * @param position among the finalists of the request
   * @param loss how the process was lost while the finalist ran; empty if it lived
   */
  record FinalistFailed(int position, Rejected why, Optional<Loss> loss) implements FinalsAttempt {}

  /**
   * A baseline ended the process, and the finalists must be measured again without it.
   *
   * @param refused one reading for each shape
   */
  record BaselineFailed(String name, List<BaselineReading> refused) implements FinalsAttempt {

    public BaselineFailed {
      refused = List.copyOf(refused);
    }
  }
}
