package dev.evokernel.worker.protocol;

/**
 * How far finals are.
 *
 * @param shape that is measured
 * @param position of the shape, from 1
 * @param shapes how many there are
 * @param round the last that ended, from 1
 * @param about how many rounds the shape will have, as far as the time taken so far tells
 */
public record FinalsProgress(String shape, int position, int shapes, int round, int about) {}
