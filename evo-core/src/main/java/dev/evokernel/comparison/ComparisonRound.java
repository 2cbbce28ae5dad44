package dev.evokernel.comparison;

import dev.evokernel.backend.file.EnvironmentException;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import java.util.List;

/** Interleaved measurement of variants in one fresh process. */
@FunctionalInterface
public interface ComparisonRound {

  /**
   * @return one outcome for each variant, in a fixed order
   * @throws EnvironmentException if the machine fails
   */
  List<Outcome> hold(FinalsSettings settings) throws InterruptedException;
}
