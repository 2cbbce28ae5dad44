/**
 * Comparability of the times in a run: the device's lock, the deadline of an evaluation, the drift
 * check at intervals, the recovery check after a lost process, and the bound by peak throughput.
 *
 * <p>A device that drifts without recovering ends the run with a {@link
 * dev.evokernel.health.ChangedDeviceException}; the run can be resumed.
 */
@NullMarked
package dev.evokernel.health;

import org.jspecify.annotations.NullMarked;
