/**
 * Records of an {@code evo.yaml}, and their reader.
 *
 * <p>A {@link dev.evokernel.config.Job} has all defaults filled in and all paths absolute, so that
 * later code is independent of the keys in the file. Shapes and initial configurations are checked
 * once the kernel is known.
 */
@NullMarked
package dev.evokernel.config;

import org.jspecify.annotations.NullMarked;
