package dev.evokernel.search;

import dev.evokernel.kernel.space.Configuration;

/**
 * Configuration that a search takes over from a concurrent search.
 *
 * @param configuration in the space of the receiving search
 * @param origin the source, for example {@code run gemm-20261120-193205/12 on NVIDIA L4}
 */
public record Migrant(Configuration configuration, String origin) {}
