/**
 * Kernels in C on the machine's own cores: the system's compiler, shared libraries, guarded memory.
 *
 * <p>{@link dev.evokernel.cpu.CpuBackend} is the only public class. Candidates run inside the
 * worker's process on buffers between guard pages and canaries. A small overrun is detected; a
 * large overrun kills the process, which is replaced.
 */
@NullMarked
package dev.evokernel.cpu;

import org.jspecify.annotations.NullMarked;
