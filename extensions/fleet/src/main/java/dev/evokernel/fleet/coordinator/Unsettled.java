package dev.evokernel.fleet.coordinator;

/**
 * A result that its worker keeps until it is on record.
 *
 * @param queue of the worker
 * @param id of the job
 */
public record Unsettled(String queue, String id) {}
