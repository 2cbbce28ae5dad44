package dev.evokernel.store;

/**
 * The candidate that is the best on one shape.
 *
 * @param value of the first metric of the run's objective
 */
public record ShapeLeader(String shape, int candidate, double value) {}
