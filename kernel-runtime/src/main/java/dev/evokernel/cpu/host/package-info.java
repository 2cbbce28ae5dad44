/**
 * State of the host: cores, energy counters, run delay.
 */
@NullMarked
package dev.evokernel.cpu.host;

import org.jspecify.annotations.NullMarked;
