/**
 * Prediction of untried configurations from all evaluations so far: a Gaussian process over the
 * choices of the parameters, with rejections.
 *
 * <p>Plain arithmetic on choices and objectives, without evaluators. The search generates
 * candidates and asks which of them has the highest expected improvement.
 */
@NullMarked
package dev.evokernel.surrogate;

import org.jspecify.annotations.NullMarked;
