package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;

/**
 * Samples of one program on one shape in nanoseconds of one launch, and the state of the device
 * during the samples.
 */
public record Sampling(Samples samples, int launchesPerSample, DeviceState device) {}
