/**
 * Sessions of runs and of nights, from the first lock to the last file; studies of one kernel or
 * candidate; comparisons of two sides, and the regression gate.
 *
 * <p>A session takes a device and its lock, resolves a job, and holds the resources until its end.
 * A {@link dev.evokernel.tuning.DeviceSource} brings devices of other machines.
 */
@NullMarked
package dev.evokernel.tuning;

import org.jspecify.annotations.NullMarked;
