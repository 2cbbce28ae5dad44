/**
 * The end of a run: which candidates enter the finals, the interleaved measurement of the finalists
 * and the default, and the decision with its confidence intervals.
 */
@NullMarked
package dev.evokernel.finals;

import org.jspecify.annotations.NullMarked;
