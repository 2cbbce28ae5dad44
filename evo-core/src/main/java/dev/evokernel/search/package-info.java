/**
 * The evolution of configurations: which to try next, given how fast the ones tried so far were.
 *
 * <p>A {@link dev.evokernel.search.Search} knows a search space and an {@link
 * dev.evokernel.search.Evaluator}, nothing of kernels, devices or files. Selection and variation
 * are Jenetics operators over one chromosome for each parameter. Given the seed and the evaluator's
 * answers, every batch is the same again; that is how a run resumes.
 */
@NullMarked
package dev.evokernel.search;

import org.jspecify.annotations.NullMarked;
