/**
 * What a device allows, before anything is timed: how long a shape must take by the device's
 * measured limits, how a configuration fills a multiprocessor, and which configurations can
 * therefore be good.
 *
 * <p>A {@link dev.evokernel.roofline.Roofline} comes from what a device was found able to do, a
 * {@link dev.evokernel.roofline.Multiprocessor} from what it says of itself. Neither touches a
 * device.
 */
@NullMarked
package dev.evokernel.roofline;

import org.jspecify.annotations.NullMarked;
