package dev.evokernel.worker.protocol;

/**
 * Progress of finals.
 *
 * @param position of the shape, from 1
 * @param round the last completed round, from 1
 * @param about the estimated number of rounds on the shape
 */
public record FinalsProgress(String shape, int position, int shapes, int round, int about) {}
