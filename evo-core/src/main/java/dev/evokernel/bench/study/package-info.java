/**
 * Studies of evo itself on a device: throughput, disturbance of timings, sampling, errors of the
 * regression gate, stability of a run's winner, value of initial configurations, cost of a search
 * space.
 *
 * <p>Each study measures and returns a result; the report of the same name presents it.
 */
@NullMarked
package dev.evokernel.bench.study;

import org.jspecify.annotations.NullMarked;
