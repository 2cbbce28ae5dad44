package dev.evokernel.lab;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.MiniatureOutcome;
import dev.evokernel.outcome.MiniatureTiming;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Resources;
import java.util.Optional;
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

  public Optional<MiniatureTiming> timing() {
    return outcome instanceof MiniatureOutcome.Timed(MiniatureTiming timing)
        ? Optional.of(timing)
        : Optional.empty();
  }

  public Optional<Rejected> rejected() {
    return outcome instanceof MiniatureOutcome.Refused(Rejected rejected)
        ? Optional.of(rejected)
        : Optional.empty();
  }

  /** Resources of the program; empty if unknown, or without a timing. */
  public Optional<Resources> resources() {
    return timing().flatMap(timing -> Optional.ofNullable(timing.resources()));
  }
}
