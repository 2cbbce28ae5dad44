/**
 * One run, from the first compiler to the verdict: evaluates what the search proposes, journals
 * every attempt before its launch, and continues after a crash.
 *
 * <p>A {@link dev.evokernel.run.TuningRun} owns the workers and the store for the length of one
 * session. The search sees of it only an evaluator, so that the same run can be replayed: on resume
 * the search starts from its random seed again, and the store answers its proposals up to the first
 * that was not evaluated before.
 */
@NullMarked
package dev.evokernel.run;

import org.jspecify.annotations.NullMarked;
