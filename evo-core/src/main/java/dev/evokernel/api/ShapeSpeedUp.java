package dev.evokernel.api;

/**
 * How many times as fast as the default the champion is on one shape, by p50 in the finals.
 *
 * @param ratio above 1 where the champion is faster
 * @param low the lower end of the confidence interval of {@code ratio}
 * @param high the upper end
 * @param confidence of the interval, for example 0.95
 */
public record ShapeSpeedUp(
    String shape, double ratio, double low, double high, double confidence) {}
