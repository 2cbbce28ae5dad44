/**
 * Studies of evo itself on a device: throughput, disturbance of timings, sampling, the regression
 * gate's errors, the stability of a run's winner, the worth of initial configurations, and the cost
 * of a search space.
 *
 * <p>Each study measures and returns a result; the report of the same name says what it comes to.
 */
@NullMarked
package dev.evokernel.bench.study;

import org.jspecify.annotations.NullMarked;
