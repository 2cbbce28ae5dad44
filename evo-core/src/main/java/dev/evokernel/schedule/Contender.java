package dev.evokernel.schedule;

import dev.evokernel.kernel.Configuration;
import dev.evokernel.kernel.Kernel;

/**
 * A configuration together with the kernel that it belongs to: the present source, a run's own
 * copy, or the source of some commit.
 *
 * @param name what people call it
 */
public record Contender(String name, Kernel kernel, Configuration configuration) {}
