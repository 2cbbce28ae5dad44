/**
 * Kernels in CUDA C++ on NVIDIA GPUs.
 *
 * <p>{@link dev.evokernel.cuda.CudaBackend} is the door. Behind it, what only looks at the machine
 * ({@code Driver}, {@code Toolkit}) and what compiles ({@code Nvrtc}, {@code Nvcc}) binds its
 * libraries through {@code java.lang.foreign} and takes absence as a value; what runs kernels
 * speaks JCuda's driver API, touched for the first time once the driver is known to be there, and
 * the two functions of the driver that JCuda lacks ({@code DriverCalls}): one launches, in clusters
 * where asked to, and one describes buffers for tensor copies. Filling, checking and comparing are
 * kernels too, so that only verdicts cross the bus.
 */
@NullMarked
package dev.evokernel.cuda;

import org.jspecify.annotations.NullMarked;
