/**
 * The processes that work for a run or for one question: compile workers behind a {@link
 * dev.evokernel.workers.WorkerPool}, one device worker, and launches under a sanitizer or a
 * profiler.
 *
 * <p>What the rest of a run asks of them are one-method steps ({@link
 * dev.evokernel.workers.CompileStep}, {@link dev.evokernel.workers.EvaluationStep}), so that a
 * recording can answer in their place.
 */
@NullMarked
package dev.evokernel.workers;

import org.jspecify.annotations.NullMarked;
