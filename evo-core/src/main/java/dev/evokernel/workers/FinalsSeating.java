package dev.evokernel.workers;

import dev.evokernel.measure.FinalsProcess;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.worker.protocol.Finalist;
import java.util.List;

/**
 * The participants of one process of the finals, with its settings.
 *
 * @param finalists the default first
 */
public record FinalsSeating(List<Finalist> finalists, FinalsSettings settings) {

  public FinalsSeating {
    finalists = List.copyOf(finalists);
  }

  public FinalsProcess process() {
    return settings.process();
  }
}
