/**
 * Devices of a run: admission, the loop of each device, and the queue of evaluations in flight.
 */
@NullMarked
package dev.evokernel.run.device;

import org.jspecify.annotations.NullMarked;
