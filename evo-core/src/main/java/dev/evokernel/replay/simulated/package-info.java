/**
 * Simulated kernels, devices and workers: they answer at once, with complete measurements.
 */
@NullMarked
package dev.evokernel.replay.simulated;

import org.jspecify.annotations.NullMarked;
