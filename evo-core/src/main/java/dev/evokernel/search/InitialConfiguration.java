package dev.evokernel.search;

import dev.evokernel.kernel.space.Configuration;

/**
 * Configuration placed in generation 0.
 *
 * @param origin the source, for example {@code default}
 */
public record InitialConfiguration(Configuration configuration, String origin) {}
