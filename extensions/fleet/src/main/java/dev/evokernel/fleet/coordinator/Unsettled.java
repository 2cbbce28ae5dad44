package dev.evokernel.fleet.coordinator;

/**
 * Result that a worker keeps until it is on record.
 *
 * @param queue the worker's queue
 * @param id the job's id
 */
public record Unsettled(String queue, String id) {}
