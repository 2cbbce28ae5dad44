/**
 * What an {@code evo.yaml} says, as records, and the reader that makes them.
 *
 * <p>A {@link dev.evokernel.config.Job} has every default filled in and every path made absolute,
 * so that later code need not know which keys the file has. Shapes and initial configurations are
 * checked when the kernel is known.
 */
@NullMarked
package dev.evokernel.config;

import org.jspecify.annotations.NullMarked;
