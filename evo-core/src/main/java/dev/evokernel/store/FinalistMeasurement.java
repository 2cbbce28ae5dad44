package dev.evokernel.store;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.SpeedUp;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One finalist re-measured on one shape, interleaved with the others.
 *
 * @param candidate its number in the run
 * @param samples nanoseconds for one launch
 * @param joules the energy of one launch; empty on a device that does not tell
 * @param speedUp over the default; empty for the default itself
 * @param device what the device was like meanwhile
 */
public record FinalistMeasurement(
    int candidate,
    Role role,
    String shape,
    Samples samples,
    OptionalDouble joules,
    Optional<SpeedUp> speedUp,
    DeviceState device) {

  /** On a device that tells nothing of itself. */
  public FinalistMeasurement(
      int candidate, Role role, String shape, Samples samples, Optional<SpeedUp> speedUp) {
    this(candidate, role, shape, samples, OptionalDouble.empty(), speedUp, DeviceState.UNKNOWN);
  }
}
