/**
 * One run, from the first compiler to the verdict: evaluates proposals of the search, journals
 * every attempt before its launch, and continues after a crash.
 *
 * <p>A {@link dev.evokernel.run.TuningRun} owns the workers and the store during one session. The
 * search sees only an evaluator, so a run can be replayed. On resume the search starts again from
 * its random seed, and the store answers its proposals up to the first unevaluated candidate.
 */
@NullMarked
package dev.evokernel.run;

import org.jspecify.annotations.NullMarked;
