/**
 * The overnight job: compile, check and time what the search proposes, journal everything, and go
 * on after a crash.
 *
 * <p>An {@link dev.evokernel.schedule.OvernightJob} owns the workers and the store for the length
 * of one run. The search sees of it only an evaluator, so that the same job can be replayed: on
 * resume the search starts from its seed again and is answered from the store until it reaches what
 * was never measured.
 *
 * <p>Outside a run, a {@link dev.evokernel.schedule.Meeting} measures contenders of different
 * sources against each other, and a {@link dev.evokernel.schedule.Duel} repeats that in fresh
 * processes until it is known how two of them stand.
 */
@NullMarked
package dev.evokernel.schedule;

import org.jspecify.annotations.NullMarked;
