/**
 * Comparisons of two sides, and the regression gate.
 */
@NullMarked
package dev.evokernel.tuning.comparison;

import org.jspecify.annotations.NullMarked;
