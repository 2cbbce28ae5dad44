/**
 * Inputs, and expected outputs from reference programs.
 */
@NullMarked
package dev.evokernel.backend.reference;

import org.jspecify.annotations.NullMarked;
