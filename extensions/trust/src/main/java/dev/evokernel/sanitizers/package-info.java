/**
 * Sanitizers of candidates: NVIDIA's compute-sanitizer, and builds with the C compiler's
 * sanitizers, for {@code evo sanitize} and the gate of a run.
 */
@NullMarked
package dev.evokernel.sanitizers;

import org.jspecify.annotations.NullMarked;
