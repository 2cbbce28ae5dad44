package dev.evokernel.api;

/**
 * Speed-up of the champion over the default on one shape, by p50 in the finals.
 *
 * @param ratio above 1 if the champion is faster
 * @param low lower end of the confidence interval of {@code ratio}
 * @param high upper end of that interval
 * @param confidence of the interval, for example 0.95
 */
public record ShapeSpeedUp(
    String shape, double ratio, double low, double high, double confidence) {}
