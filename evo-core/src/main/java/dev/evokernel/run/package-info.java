/**
 * One run, from the first compiler to the verdict: evaluate what the search proposes, journal every
 * attempt before its launch, and go on after a crash.
 *
 * <p>A {@link dev.evokernel.run.TuningRun} owns the workers and the store for the length of one
 * session. The search sees of it only an evaluator, so that the same run can be replayed: on resume
 * the search starts from its random seed again and is answered from the store until it reaches what
 * was never measured.
 */
@NullMarked
package dev.evokernel.run;

import org.jspecify.annotations.NullMarked;
