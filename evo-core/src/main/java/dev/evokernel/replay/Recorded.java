package dev.evokernel.replay;

import module java.base;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.outcome.Samples;

/** Configuration of a recording with its result. */
public record Recorded(Configuration configuration, Reading reading, Cost cost) {

  /** Time in milliseconds; empty for a failure. */
  public OptionalDouble millis() {
    return reading instanceof Reading.Timed timed
        ? OptionalDouble.of(timed.millis())
        : OptionalDouble.empty();
  }

  /** Recorded result of one configuration. */
  public sealed interface Reading {

    /**
     * Successful result.
     *
     * @param millis time by which the recording tuner judged it, usually the mean of its samples
     * @param samples raw times; {@code millis} alone if the file has no others
     */
    record Timed(double millis, Samples samples) implements Reading {
      public Timed {
        if (!(millis > 0 && Double.isFinite(millis))) {
          throw new IllegalArgumentException("millis must be finite and > 0, was " + millis + ".");
        }
      }
    }

    /** Failed result. */
    record Failed(Rejection reason, String message) implements Reading {}
  }

  /** Recorded cost of evaluating one configuration, in milliseconds. */
  public record Cost(double compile, double check, double benchmark, double overhead) {

    public Cost {
      if (!(compile >= 0 && check >= 0 && benchmark >= 0 && overhead >= 0)
          || !Double.isFinite(compile + check + benchmark + overhead)) {
        throw new IllegalArgumentException(
            "Costs must be finite and ≥ 0, were %s, %s, %s and %s ms."
                .formatted(compile, check, benchmark, overhead));
      }
    }

    public double seconds() {
      return (compile + check + benchmark + overhead) / 1000;
    }
  }
}
