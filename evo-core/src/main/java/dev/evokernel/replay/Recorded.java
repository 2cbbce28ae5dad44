package dev.evokernel.replay;

import dev.evokernel.kernel.space.Configuration;
import dev.evokernel.replay.Reading.Timed;
import java.util.OptionalDouble;

/** Configuration of a recording with its result. */
public record Recorded(Configuration configuration, Reading reading, Cost cost) {

  /** Time in milliseconds; empty for a failure. */
  public OptionalDouble millis() {
    return reading instanceof Timed timed
        ? OptionalDouble.of(timed.millis())
        : OptionalDouble.empty();
  }
}
