/**
 * Measurement of one launch: warm-up, calibration, sampling, and stopping rules.
 *
 * <p>The package depends on a clock with one method, {@link dev.evokernel.measure.BatchTimer}, and
 * on no device. A scripted clock therefore gives reproducible samples.
 */
@NullMarked
package dev.evokernel.measure;

import org.jspecify.annotations.NullMarked;
