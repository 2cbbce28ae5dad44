/**
 * Worker processes of a run or of one measurement: compile workers behind a {@link
 * dev.evokernel.workers.WorkerPool}, one device worker, and launches under a sanitizer or a
 * profiler.
 *
 * <p>A run uses the workers through one-method steps ({@link dev.evokernel.workers.CompileStep},
 * {@link dev.evokernel.workers.EvaluationStep}), so that a recording can answer instead.
 */
@NullMarked
package dev.evokernel.workers;

import org.jspecify.annotations.NullMarked;
