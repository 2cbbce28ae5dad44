package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;

/**
 * Samples of one program on one shape.
 *
 * @param samples nanoseconds of one launch
 * @param launchesPerSample launches that are timed together for one sample
 * @param device state of the device during the samples
 */
public record Sampling(Samples samples, int launchesPerSample, DeviceState device) {}
