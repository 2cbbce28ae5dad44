package dev.evokernel.search;

import dev.evokernel.kernel.space.Configuration;

/**
 * A configuration placed in generation 0.
 *
 * @param origin where it came from, for example {@code default}
 */
public record InitialConfiguration(Configuration configuration, String origin) {}
