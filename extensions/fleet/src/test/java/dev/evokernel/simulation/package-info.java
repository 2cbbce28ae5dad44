/** Simulated kernels, devices and workers: they answer at once, with complete measurements. */
@NullMarked
package dev.evokernel.simulation;

import org.jspecify.annotations.NullMarked;
