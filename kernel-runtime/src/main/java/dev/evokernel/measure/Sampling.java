package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;

/**
 * Samples of one program on one shape in nanoseconds of one launch, and the state of the device
 * during the samples.
 */
public record Sampling(Samples samples, int launchesPerSample, DeviceState device) {

  /** Factor from which one phase is slower than another. */
  private static final double FACTOR = 2;

  /**
   * Combines disturbed samples with those of a second attempt. The second attempt counts if it is
   * neither disturbed nor slower by a factor; otherwise the fastest phase of both. Samples that do
   * not count are discarded.
   */
  Sampling or(Sampling second) {
    double fastest = Math.min(samples.min(), second.samples.min());
    boolean quiet = !second.samples.isDisturbed() && second.samples.min() <= FACTOR * fastest;
    Sampling kept = quiet || second.samples.min() == fastest ? second : this;
    Samples phase = quiet ? second.samples : kept.samples.fastestPhase(FACTOR);
    int discarded = samples.count() + second.samples.count() - phase.count();
    return new Sampling(
        phase,
        kept.launchesPerSample,
        device.plus(second.device).plus(DeviceState.UNKNOWN.discarding(discarded)));
  }
}
