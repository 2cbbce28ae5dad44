package dev.evokernel.worker.protocol;

import dev.evokernel.measure.FinalsSettings;
import java.util.List;

/**
 * Finalists to measure against each other on every shape, interleaved, in one process.
 *
 * @param baselines names of the kernel's baselines, timed together with the finalists
 */
public record FinalsRequest(
    List<Finalist> finalists, List<String> baselines, FinalsSettings settings) {

  public FinalsRequest {
    finalists = List.copyOf(finalists);
    baselines = List.copyOf(baselines);
  }

  public FinalsRequest with(List<Finalist> others) {
    return new FinalsRequest(others, baselines, settings);
  }
}
