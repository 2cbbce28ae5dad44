package dev.evokernel.measure;

import dev.evokernel.outcome.DeviceState;
import dev.evokernel.outcome.Samples;

/**
 * What sampling one program on one shape gave.
 *
 * @param samples nanoseconds for one launch
 * @param launchesPerSample launches that were timed together to make one sample
 * @param device what the device was like meanwhile
 */
public record Sampling(Samples samples, int launchesPerSample, DeviceState device) {}
