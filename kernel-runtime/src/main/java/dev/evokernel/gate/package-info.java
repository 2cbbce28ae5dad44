/**
 * Verification of a candidate before it is timed.
 *
 * <p>The {@link dev.evokernel.gate.CorrectnessGate} drives a {@link
 * dev.evokernel.backend.Workspace} through poison, launch and comparison, and reports one reason
 * for rejection with a message that names the worst element.
 */
@NullMarked
package dev.evokernel.gate;

import org.jspecify.annotations.NullMarked;
