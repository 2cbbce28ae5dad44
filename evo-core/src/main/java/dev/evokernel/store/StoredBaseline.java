package dev.evokernel.store;

import dev.evokernel.outcome.BaselineReading;

/**
 * Result of a baseline on one shape, with its session.
 *
 * @param workload the shape, and the work of one launch
 */
public record StoredBaseline(BaselineSession session, Workload workload, BaselineReading reading) {}
