/**
 * Evaluation of one candidate within a run, and what follows from its result.
 */
@NullMarked
package dev.evokernel.run.evaluation;

import org.jspecify.annotations.NullMarked;
