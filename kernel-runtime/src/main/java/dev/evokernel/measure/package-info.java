/**
 * How long one launch takes: warm-up, calibration, sampling, and when to stop.
 *
 * <p>Written against a clock with one method, {@link dev.evokernel.measure.BatchTimer}, and free of
 * devices, threads and time of its own: the same scripted clock gives the same samples.
 */
@NullMarked
package dev.evokernel.measure;

import org.jspecify.annotations.NullMarked;
