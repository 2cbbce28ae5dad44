package dev.evokernel.store;

import dev.evokernel.kernel.Configuration;

/**
 * Configuration that a run's search took over from another run; a resumed run takes over the same
 * ones.
 *
 * @param bred number of configurations that the run had proposed after the initial ones
 * @param configuration valid in the run
 * @param origin for example {@code run gemm-20261120-193205/12 on NVIDIA L4}
 */
public record StoredMigrant(int bred, Configuration configuration, String origin) {}
