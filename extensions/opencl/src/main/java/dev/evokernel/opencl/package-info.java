/**
 * Kernels in OpenCL C on every device that has a driver of OpenCL 1.2 or later. {@code
 * OpenClBackend} finds devices and opens them. {@code OpenClWorkspace} has a kernel's arguments on
 * one shape, in device memory. {@code Inspection} checks them on the device. Types with {@code Cl}
 * bind the library.
 */
@NullMarked
package dev.evokernel.opencl;

import org.jspecify.annotations.NullMarked;
