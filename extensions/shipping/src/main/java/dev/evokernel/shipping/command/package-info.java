/**
 * {@code evo dispatch} and {@code evo export --to}.
 */
@NullMarked
package dev.evokernel.shipping.command;

import org.jspecify.annotations.NullMarked;
