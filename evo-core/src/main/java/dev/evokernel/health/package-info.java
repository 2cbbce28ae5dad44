/**
 * What keeps the times of a run comparable: the device's lock, the deadline of an evaluation, the
 * drift check at intervals, the recovery check after a lost process, and the bound that its peak
 * throughput sets.
 *
 * <p>A device that drifts and does not recover ends the run with a {@link
 * dev.evokernel.health.ChangedDeviceException}; the run can be resumed.
 */
@NullMarked
package dev.evokernel.health;

import org.jspecify.annotations.NullMarked;
