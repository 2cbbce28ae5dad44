package dev.evokernel.store.run;

import dev.evokernel.outcome.BaselineReading;
import dev.evokernel.store.record.BaselineSession;

/**
 * Result of a baseline on one shape, with its session.
 *
 * @param workload the shape, and the work of one launch
 */
public record StoredBaseline(BaselineSession session, Workload workload, BaselineReading reading) {}
