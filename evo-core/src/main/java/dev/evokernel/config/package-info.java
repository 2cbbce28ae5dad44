/**
 * What an {@code evo.yaml} says, as records, and the reader that makes them.
 *
 * <p>A {@link dev.evokernel.config.Job} has every default filled in and every path made absolute,
 * so that nothing downstream asks what the file left out. What only the kernel can tell, whether a
 * shape or a seed exists, is asked of the reader once the kernel is known.
 */
@NullMarked
package dev.evokernel.config;

import org.jspecify.annotations.NullMarked;
