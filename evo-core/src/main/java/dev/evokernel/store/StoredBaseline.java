package dev.evokernel.store;

import dev.evokernel.outcome.BaselineReading;

/**
 * What came of a baseline on one shape, and when and where.
 *
 * @param workload the shape, and what one launch has to do
 */
public record StoredBaseline(BaselineSession session, Workload workload, BaselineReading reading) {}
