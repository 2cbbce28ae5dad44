/**
 * Packages for builds: the chosen configurations of a run as sources and binaries, the dispatch
 * among them in C and Python, and their provenance.
 *
 * <p>A {@link dev.evokernel.shipping.Shipment} selects from a run's history and its copy of the
 * kernel; {@link dev.evokernel.shipping.KernelPackage} writes the selection into a folder.
 * Generated programs evaluate the expressions of {@code kernel.yaml} with the configuration's
 * values put in.
 */
@NullMarked
package dev.evokernel.shipping;

import org.jspecify.annotations.NullMarked;
