/**
 * Kernels in C on the machine's own cores: the system's compiler, shared libraries, guarded memory.
 *
 * <p>{@link dev.evokernel.cpu.CpuBackend} is the only public class. Candidates run inside the
 * calling process on buffers fenced by guard pages and canaries, so that a small overrun is
 * detected and a large one kills the process; the worker survives that.
 */
@NullMarked
package dev.evokernel.cpu;

import org.jspecify.annotations.NullMarked;
