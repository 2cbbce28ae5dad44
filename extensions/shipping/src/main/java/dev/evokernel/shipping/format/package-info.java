/**
 * Files of other programs with the configurations that a run accepted, each beside its evidence.
 *
 * <p>A format says how a program names and lays out its file. What may enter, and what the evidence
 * says, is decided in one place for all formats.
 */
@NullMarked
package dev.evokernel.shipping.format;

import org.jspecify.annotations.NullMarked;
