package dev.evokernel.fleet;

/**
 * A result that its worker keeps until it is on record.
 *
 * @param queue of the worker
 * @param id of the job
 */
record Unsettled(String queue, String id) {}
