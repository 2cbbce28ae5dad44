/**
 * Kernels on devices: the choice of a device, its lock, the kernel at a path, and the resources
 * that a session holds.
 *
 * <p>No class in {@code tuning} parses a command line or prints. News goes to a {@code
 * Consumer<String>}, one line at a time. A request that cannot be met is a {@link
 * dev.evokernel.tuning.device.BadInputException}. A machine that lacks something throws an {@link
 * dev.evokernel.backend.file.EnvironmentException}. Each message names a way out.
 */
@NullMarked
package dev.evokernel.tuning.device;

import org.jspecify.annotations.NullMarked;
