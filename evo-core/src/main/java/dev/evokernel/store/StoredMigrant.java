package dev.evokernel.store;

import dev.evokernel.kernel.Configuration;

/**
 * A configuration that a run's search took over from the search of another run, and when; a resumed
 * run takes over exactly these.
 *
 * @param bred how many configurations it had proposed after the initial ones
 * @param configuration valid where it was taken over
 * @param origin for example {@code run gemm-20261120-193205/12 on NVIDIA L4}
 */
public record StoredMigrant(int bred, Configuration configuration, String origin) {}
