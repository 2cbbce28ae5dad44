/**
 * Texts that evo writes: quantities with their units, command lines for a shell, YAML, and files
 * that appear whole.
 */
@NullMarked
package dev.evokernel.text;

import org.jspecify.annotations.NullMarked;
