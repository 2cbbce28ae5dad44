package dev.evokernel.outcome;

import java.util.List;
import java.util.Optional;

/** Outcome of an evaluation. */
public sealed interface Outcome {

  /** Candidate that is correct and timed on every shape of the run, in the run's order. */
  record Measured(List<Measurement> measurements) implements Outcome {
    public Measured {
      measurements = List.copyOf(measurements);
      if (measurements.isEmpty()) {
        throw new IllegalArgumentException("A measured outcome needs at least one measurement.");
      }
    }

    public Optional<Measurement> on(String shape) {
      return measurements.stream()
          .filter(measurement -> measurement.shape().equals(shape))
          .findFirst();
    }
  }

  /**
   * Rejected candidate.
   *
   * @param shape shape of the rejection; empty before the first shape
   * @param message message of the tool, or the wrong element
   */
  record Rejected(Rejection reason, String shape, String message) implements Outcome {

    /** Appends the message of an earlier failed attempt. */
    public Rejected after(Rejected earlier) {
      return new Rejected(reason, shape, message + " Previous attempt: " + earlier.message);
    }
  }
}
