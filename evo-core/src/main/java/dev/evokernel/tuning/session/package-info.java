/**
 * Sessions of runs and of nights, from the first lock to the last file. A {@link
 * dev.evokernel.tuning.session.DeviceSource} brings devices of other machines.
 */
@NullMarked
package dev.evokernel.tuning.session;

import org.jspecify.annotations.NullMarked;
