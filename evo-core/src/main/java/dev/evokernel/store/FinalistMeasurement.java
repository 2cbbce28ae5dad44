package dev.evokernel.store;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.ProcessSamples;
import dev.evokernel.stats.SpeedUp;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One finalist re-measured on one shape, interleaved with the others in one process or several.
 *
 * @param candidate its number in the run
 * @param byProcess nanoseconds for one launch, by process
 * @param joules the energy of one launch; empty on a device that does not tell
 * @param speedUp over the default; empty for the default itself
 * @param device what the device was like meanwhile
 */
public record FinalistMeasurement(
    int candidate,
    Role role,
    String shape,
    ProcessSamples byProcess,
    OptionalDouble joules,
    Optional<SpeedUp> speedUp,
    DeviceState device) {

  /** In one process, on a device that tells nothing of itself. */
  public FinalistMeasurement(
      int candidate, Role role, String shape, Samples samples, Optional<SpeedUp> speedUp) {
    this(
        candidate,
        role,
        shape,
        ProcessSamples.of(samples),
        OptionalDouble.empty(),
        speedUp,
        DeviceState.UNKNOWN);
  }

  /** Those of all processes. */
  public Samples samples() {
    return byProcess.all();
  }

  /** Those of the first process, in which baselines are measured too. */
  public Samples besideBaselines() {
    return byProcess.processes().firstEntry().getValue();
  }
}
