/**
 * Studies of measurement on a device: throughput, disturbance, sampling, errors of the regression
 * gate, stability of a run's winner.
 *
 * <p>Each study measures and returns a result; the report of the same name presents it.
 */
@NullMarked
package dev.evokernel.lab.measure;

import org.jspecify.annotations.NullMarked;
