package dev.evokernel.outcome;

import java.util.List;
import java.util.Optional;

/** How one evaluation ended. */
public sealed interface Outcome {

  /**
   * The candidate was right on every shape and was timed on every shape.
   *
   * @param measurements one for each shape of the run, in its order
   */
  record Measured(List<Measurement> measurements) implements Outcome {
    public Measured {
      measurements = List.copyOf(measurements);
      if (measurements.isEmpty()) {
        throw new IllegalArgumentException("A measured outcome has at least one measurement.");
      }
    }

    /** What was measured on a shape; empty if nothing was. */
    public Optional<Measurement> on(String shape) {
      return measurements.stream().filter(one -> one.shape().equals(shape)).findFirst();
    }
  }

  /**
   * The candidate was rejected.
   *
   * @param reason the one reason
   * @param shape the shape on which it happened; empty when it happened before any shape
   * @param message the tool's message, or which element was wrong
   */
  record Rejected(Rejection reason, String shape, String message) implements Outcome {

    /** The same, with the message of an earlier attempt that failed too. */
    public Rejected after(Rejected earlier) {
      return new Rejected(reason, shape, message + " The attempt before: " + earlier.message);
    }
  }
}
