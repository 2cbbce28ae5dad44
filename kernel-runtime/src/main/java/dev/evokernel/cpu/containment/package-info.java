/**
 * Confinement of candidates that run as machine code in this process, and detection of their
 * leftovers. A snapshot before a candidate is loaded is compared with the state after it is
 * unloaded. Linux only; one class binds all calls of the C library.
 */
@NullMarked
package dev.evokernel.cpu.containment;

import org.jspecify.annotations.NullMarked;
