/**
 * What a build takes of a run: the chosen configurations as sources and binaries, the choice among
 * them as C and Python, and what says where they come from.
 *
 * <p>A {@link dev.evokernel.shipping.Shipment} is chosen from a run's history and the copy of its
 * kernel; {@link dev.evokernel.shipping.KernelPackage} writes it into a folder. Programs are
 * written from the expressions of {@code kernel.yaml}, with a configuration's values put in.
 */
@NullMarked
package dev.evokernel.shipping;

import org.jspecify.annotations.NullMarked;
