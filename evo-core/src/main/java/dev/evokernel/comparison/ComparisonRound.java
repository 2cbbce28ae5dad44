package dev.evokernel.comparison;

import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.measure.FinalsSettings;
import dev.evokernel.outcome.Outcome;
import java.util.List;

/** Compared variants, measured interleaved in one fresh process. */
@FunctionalInterface
public interface ComparisonRound {

  /**
   * @return one outcome for each variant, always in the same order
   * @throws EnvironmentException if the machine is at fault, not a variant
   */
  List<Outcome> hold(FinalsSettings settings) throws InterruptedException;
}
