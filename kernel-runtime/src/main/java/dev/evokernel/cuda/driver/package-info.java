/**
 * CUDA driver API and NVML: JCuda and {@code java.lang.foreign} bindings, their handles and status
 * codes, and descriptions of the GPUs of this machine.
 *
 * <p>No JCuda type and no memory segment leaves the {@code cuda} packages.
 */
@NullMarked
package dev.evokernel.cuda.driver;

import org.jspecify.annotations.NullMarked;
