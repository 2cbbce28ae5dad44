/**
 * Analytical limits of a device: the least time of a shape by measured limits, the occupancy of a
 * multiprocessor, and configurations that can be fast.
 *
 * <p>A {@link dev.evokernel.roofline.Roofline} comes from measured limits, a {@link
 * dev.evokernel.roofline.Residency.Multiprocessor} from reported ones. Neither touches a device.
 */
@NullMarked
package dev.evokernel.roofline;

import org.jspecify.annotations.NullMarked;
