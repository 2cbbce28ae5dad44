package dev.evokernel.search;

import dev.evokernel.kernel.space.Configuration;

/**
 * A configuration that a search takes over from another one while both go on.
 *
 * @param configuration in the space of the search that takes it over
 * @param origin where it came from, for example {@code run gemm-20261120-193205/12 on NVIDIA L4}
 */
public record Migrant(Configuration configuration, String origin) {}
