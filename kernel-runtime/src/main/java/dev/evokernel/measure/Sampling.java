package dev.evokernel.measure;

import dev.evokernel.outcome.Samples;

/**
 * What sampling one program on one shape gave.
 *
 * @param samples nanoseconds for one launch
 * @param launchesPerSample launches that were timed together to make one sample
 */
public record Sampling(Samples samples, int launchesPerSample) {}
