package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;

/**
 * The samples of one program on one shape.
 *
 * @param samples nanoseconds for one launch
 * @param launchesPerSample launches that were timed together to make one sample
 * @param device the state of the device meanwhile
 */
public record Sampling(Samples samples, int launchesPerSample, DeviceState device) {}
