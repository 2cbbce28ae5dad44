/**
 * Kernels in C on the machine's own cores: the system's compiler, shared libraries, guarded memory.
 *
 * <p>{@link dev.evokernel.cpu.CpuBackend} is the only door. Candidates run inside the calling
 * process on buffers fenced by guard pages and canaries, so that what goes slightly wrong is seen
 * and what goes badly wrong kills the process; surviving that is the worker's part.
 */
@NullMarked
package dev.evokernel.cpu;

import org.jspecify.annotations.NullMarked;
