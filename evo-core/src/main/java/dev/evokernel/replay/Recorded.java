package dev.evokernel.replay;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.replay.Reading.Timed;
import java.util.OptionalDouble;

/** One configuration of a recording. */
public record Recorded(Configuration configuration, Reading reading, Cost cost) {

  /** Its time in milliseconds; empty when it failed. */
  public OptionalDouble millis() {
    return reading instanceof Timed timed
        ? OptionalDouble.of(timed.millis())
        : OptionalDouble.empty();
  }
}
