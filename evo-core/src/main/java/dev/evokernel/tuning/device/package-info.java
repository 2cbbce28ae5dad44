/**
 * Kernels on devices: which device a job takes, its lock, the kernel that a path names, and the
 * resources that a session holds.
 *
 * <p>Nothing in {@code tuning} parses a command line or prints. News goes to a {@code
 * Consumer<String>}, one line at a time. A request that cannot be met is a {@link
 * dev.evokernel.tuning.device.BadInputException}; a machine that lacks something throws an {@link
 * dev.evokernel.backend.file.EnvironmentException}. Each message names a way out.
 */
@NullMarked
package dev.evokernel.tuning.device;

import org.jspecify.annotations.NullMarked;
