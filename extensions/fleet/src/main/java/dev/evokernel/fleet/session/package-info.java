/**
 * Section {@code fleet} of {@code evo.yaml} as a source of devices, with one run for each device
 * model.
 */
@NullMarked
package dev.evokernel.fleet.session;

import org.jspecify.annotations.NullMarked;
