/**
 * Readers of arguments, expressions and macros of {@code kernel.yaml}.
 */
@NullMarked
package dev.evokernel.kernel.read.argument;

import org.jspecify.annotations.NullMarked;
