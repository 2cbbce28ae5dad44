/**
 * The processes in which candidates are compiled and run.
 *
 * <p>A candidate may crash, hang, print or overwrite memory, so it never shares a process with the
 * search. {@link dev.evokernel.worker.CompileWorker} and {@link dev.evokernel.worker.DeviceWorker}
 * live in the coordinator and each keep one such process alive: they talk to its {@link
 * dev.evokernel.worker.serve.WorkerMain} in length-prefixed JSON records over a Unix domain socket,
 * derive from its exit why the candidate failed, and replace it.
 */
@NullMarked
package dev.evokernel.worker;

import org.jspecify.annotations.NullMarked;
