package dev.evokernel.worker.protocol;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Outcome;
import java.util.List;

/**
 * Measurements of finals.
 *
 * @param outcomes one for each finalist, in their order
 * @param baselines one for each baseline and shape; empty without baselines
 */
public record FinalsResult(List<Outcome> outcomes, List<BaselineReading> baselines) {

  public FinalsResult {
    outcomes = List.copyOf(outcomes);
    baselines = List.copyOf(baselines);
  }
}
