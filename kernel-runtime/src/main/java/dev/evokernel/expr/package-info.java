/**
 * Expression language of {@code kernel.yaml}: integers, reals, booleans and words over named
 * values.
 *
 * <p>An {@link dev.evokernel.expr.Expression} is parsed and typed once for a {@link
 * dev.evokernel.expr.Scope} and evaluated millions of times with a {@link
 * dev.evokernel.expr.Frame}. The package does not know the meaning of names.
 */
@NullMarked
package dev.evokernel.expr;

import org.jspecify.annotations.NullMarked;
