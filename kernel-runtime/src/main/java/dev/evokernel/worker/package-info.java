/**
 * Processes in which candidates are compiled and run.
 *
 * <p>A candidate may crash, hang, print or overwrite memory, so it never shares a process with the
 * search. {@link dev.evokernel.worker.CompileWorker} and {@link dev.evokernel.worker.DeviceWorker}
 * live in the coordinator, and each keeps one process alive. They exchange length-prefixed JSON
 * records with its {@link dev.evokernel.worker.serve.WorkerMain} over a Unix domain socket. When
 * the process ends, they derive the candidate's rejection from the exit and start a replacement.
 */
@NullMarked
package dev.evokernel.worker;

import org.jspecify.annotations.NullMarked;
