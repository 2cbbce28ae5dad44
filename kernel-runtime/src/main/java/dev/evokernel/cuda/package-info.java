/**
 * Kernels in CUDA C++ on NVIDIA GPUs.
 *
 * <p>{@link dev.evokernel.cuda.CudaBackend} is the only class for other rooms. This package runs
 * kernels, through JCuda's driver API, which is first used once the driver is known to be present.
 * Below it, {@code cuda.driver} binds what JCuda lacks and describes the GPUs of this machine,
 * {@code cuda.compile} turns sources into cubins, and {@code cuda.tools} runs NVIDIA's profiler and
 * sanitizer. Filling, checking and comparing are kernels too, so that only their results cross the
 * bus.
 */
@NullMarked
package dev.evokernel.cuda;

import org.jspecify.annotations.NullMarked;
