package dev.evokernel.worker.protocol;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.outcome.Outcome;
import java.util.List;

/**
 * The measurements of finals.
 *
 * @param outcomes one for each finalist, in their order
 * @param baselines one for each baseline and shape; empty where no baseline took part
 */
public record FinalsResult(List<Outcome> outcomes, List<BaselineReading> baselines) {

  public FinalsResult {
    outcomes = List.copyOf(outcomes);
    baselines = List.copyOf(baselines);
  }
}
