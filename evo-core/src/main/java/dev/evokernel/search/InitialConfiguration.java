package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;

/**
 * Configuration that a search did not make: placed in generation 0, or taken over from a concurrent
 * search.
 *
 * @param configuration in the space of the search
 * @param origin the source, for example {@code default} or {@code run gemm-20261120-193205/12 on
 *     NVIDIA L4}
 */
public record InitialConfiguration(Configuration configuration, String origin) {}
