/**
 * OpenCL's C functions, called through {@code java.lang.foreign}: the loader, descriptions of
 * devices, contexts, memory, programs, kernels, events, and status codes. No other package sees a
 * native address.
 */
@NullMarked
package dev.evokernel.opencl.binding;

import org.jspecify.annotations.NullMarked;
