/**
 * Measures the limits of a device with the kernel {@code probe}: bandwidth of each memory and
 * throughput of each arithmetic unit. The roofline is computed from these figures.
 */
@NullMarked
package dev.evokernel.limits;

import org.jspecify.annotations.NullMarked;
