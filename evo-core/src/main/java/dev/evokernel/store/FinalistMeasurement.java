package dev.evokernel.store;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.SpeedUp;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Measurement of one finalist on one shape, interleaved with the other finalists, in one process or
 * several.
 *
 * @param byProcess nanoseconds for one launch, by process
 * @param joules the energy of one launch; empty on a device without an energy counter
 * @param speedUp over the default; empty for the default itself
 */
public record FinalistMeasurement(
    int candidate,
    Role role,
    String shape,
    ProcessSamples byProcess,
    OptionalDouble joules,
    Optional<SpeedUp> speedUp,
    DeviceState device) {

  /** Samples of all processes. */
  public Samples samples() {
    return byProcess.all();
  }
}
