/**
 * {@code evo dashboard} and {@code evo run --dashboard}.
 */
@NullMarked
package dev.evokernel.dashboard.command;

import org.jspecify.annotations.NullMarked;
