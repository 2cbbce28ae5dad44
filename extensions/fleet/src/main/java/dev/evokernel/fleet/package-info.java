/**
 * Devices of other hosts: launch lines, the coordinator and the hosts behind them, and the messages
 * and files that travel between them.
 *
 * <p>{@code evo worker} is a host. It starts worker processes for the coordinator, which gets one
 * device of a run for each device that a host lends.
 */
@NullMarked
package dev.evokernel.fleet;

import org.jspecify.annotations.NullMarked;
