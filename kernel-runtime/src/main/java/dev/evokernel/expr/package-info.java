/**
 * The small expression language of {@code kernel.yaml}: integers, reals, truth values and words
 * over named values.
 *
 * <p>An {@link dev.evokernel.expr.Expression} is parsed and typed once against a {@link
 * dev.evokernel.expr.Scope} and then evaluated millions of times against a {@link
 * dev.evokernel.expr.Frame}. Nothing here knows what the names mean.
 */
@NullMarked
package dev.evokernel.expr;

import org.jspecify.annotations.NullMarked;
