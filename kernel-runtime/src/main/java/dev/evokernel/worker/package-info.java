/**
 * The processes in which candidates are compiled and run.
 *
 * <p>A candidate may crash, hang, print or scribble over memory, so it never shares a process with
 * the search. {@link dev.evokernel.worker.CompileWorker} and {@link
 * dev.evokernel.worker.DeviceWorker} stand in the coordinator and each keep one such process alive:
 * they speak to its {@link dev.evokernel.worker.WorkerMain} in length-prefixed JSON records over a
 * Unix domain socket, tell from its death what the candidate did, and replace it.
 */
@NullMarked
package dev.evokernel.worker;

import org.jspecify.annotations.NullMarked;
