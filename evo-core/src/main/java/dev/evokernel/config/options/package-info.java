/**
 * Values of the sections of {@code evo.yaml}, with their defaults.
 */
@NullMarked
package dev.evokernel.config.options;

import org.jspecify.annotations.NullMarked;
