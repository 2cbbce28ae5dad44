/**
 * What all evaluations so far let one expect of the configurations that were not tried: a Gaussian
 * process over the choices of the parameters, rejections included.
 *
 * <p>Plain arithmetic on choices and objectives. It proposes nothing and knows no evaluator; the
 * search makes the candidates and asks which of them has the highest expected improvement.
 */
@NullMarked
package dev.evokernel.surrogate;

import org.jspecify.annotations.NullMarked;
