/**
 * Coordinator of a fleet: launch lines, the hosts behind them, and a device of a run for each
 * device that a host lends.
 */
@NullMarked
package dev.evokernel.fleet.coordinator;

import org.jspecify.annotations.NullMarked;
