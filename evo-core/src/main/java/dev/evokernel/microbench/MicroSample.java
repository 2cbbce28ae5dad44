package dev.evokernel.microbench;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.MiniatureOutcome;
import java.util.OptionalDouble;

/**
 * One configuration whose miniature was tried.
 *
 * @param number from 0 on, in the order in which they were drawn; 0 is the default
 * @param score less is better; empty where it was rejected
 */
public record MicroSample(
    int number, Configuration configuration, MiniatureOutcome outcome, OptionalDouble score) {

  public MicroSample {
    if (score.isPresent() != outcome instanceof MiniatureOutcome.Timed) {
      throw new IllegalArgumentException("A sample has a score if and only if it was timed.");
    }
  }
}
