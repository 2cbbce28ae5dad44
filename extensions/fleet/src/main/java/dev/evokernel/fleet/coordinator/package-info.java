/**
 * Coordinator of a fleet: its broker, the hosts that joined, and a device of a run for each device
 * that a host lends. Only {@code fleet} imports the broker.
 */
@NullMarked
package dev.evokernel.fleet.coordinator;

import org.jspecify.annotations.NullMarked;
