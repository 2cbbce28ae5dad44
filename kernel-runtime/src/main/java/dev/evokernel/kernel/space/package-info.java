/**
 * Parameters, configurations, constraints and limits of a device.
 */
@NullMarked
package dev.evokernel.kernel.space;

import org.jspecify.annotations.NullMarked;
