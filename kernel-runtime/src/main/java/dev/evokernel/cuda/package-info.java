/**
 * Kernels in CUDA C++ on NVIDIA GPUs.
 *
 * <p>{@link dev.evokernel.cuda.CudaBackend} is the only class for other packages. This package runs
 * kernels through JCuda's driver API, which is used only after the driver was found, and binds the
 * functions that JCuda lacks. {@link dev.evokernel.cuda.CudaCompiler} compiles sources to cubins.
 * Filling, checking and comparing are kernels too, so that only their results cross the bus.
 */
@NullMarked
package dev.evokernel.cuda;

import org.jspecify.annotations.NullMarked;
