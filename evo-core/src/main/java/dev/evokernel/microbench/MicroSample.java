package dev.evokernel.microbench;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.outcome.MiniatureOutcome;
import java.util.OptionalDouble;

/**
 * Sample of one configuration's miniature.
 *
 * @param number from 0, in the order of the draw; 0 is the default
 * @param score smaller is better; empty after a rejection
 */
public record MicroSample(
    int number, Configuration configuration, MiniatureOutcome outcome, OptionalDouble score) {

  public MicroSample {
    if (score.isPresent() != outcome instanceof MiniatureOutcome.Timed) {
      throw new IllegalArgumentException("A sample has a score if and only if it was timed.");
    }
  }
}
