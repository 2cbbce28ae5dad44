package dev.evokernel.worker.protocol;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.worker.FinalsLoop;
import java.util.List;
import java.util.Optional;

/** The result of one process of finals, from which {@link FinalsLoop} decides the next. */
public sealed interface FinalsAttempt {

  /**
   * @param outcomes one for each finalist, in their order
   * @param baselines one for each baseline and shape; empty without baselines
   */
  record Measured(List<Outcome> outcomes, List<BaselineReading> baselines)
      implements FinalsAttempt {

    public Measured {
      outcomes = List.copyOf(outcomes);
      baselines = List.copyOf(baselines);
    }
  }

  /**
   * The failure of a finalist, after which the remaining finalists must be measured again.
   *
   * @param position among the finalists of the request
   * @param loss how the process was lost while the finalist ran; empty if it lived
   */
  record FinalistFailed(int position, Rejected why, Optional<Loss> loss) implements FinalsAttempt {}

  /**
   * The loss of the process to a baseline, after which the finalists must be measured again without
   * it.
   *
   * @param refused one reading for each shape
   */
  record BaselineFailed(String name, List<BaselineReading> refused) implements FinalsAttempt {

    public BaselineFailed {
      refused = List.copyOf(refused);
    }
  }
}
