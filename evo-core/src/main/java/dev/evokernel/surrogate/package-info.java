/**
 * Prediction of untried configurations from all evaluations so far: a Gaussian process over the
 * choices of the parameters, with rejections. And the importance of parameters by the same data:
 * shares of the variance, effects of single values, the strongest pairs.
 *
 * <p>Plain arithmetic on choices and objectives, without evaluators. The search generates
 * candidates and asks which of them has the highest expected improvement.
 */
@NullMarked
package dev.evokernel.surrogate;

import org.jspecify.annotations.NullMarked;
