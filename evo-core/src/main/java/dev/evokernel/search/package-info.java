/**
 * Evolution of configurations: which configuration to try next, given the results so far.
 *
 * <p>A {@link dev.evokernel.search.Search} knows a search space and an {@link
 * dev.evokernel.search.Evaluator}, but no kernels, devices or files. Selection and variation are
 * Jenetics operators with one chromosome for each parameter. Equal seeds, answers of the evaluator
 * and orders of learning give equal proposals; resuming a run depends on this.
 */
@NullMarked
package dev.evokernel.search;

import org.jspecify.annotations.NullMarked;
