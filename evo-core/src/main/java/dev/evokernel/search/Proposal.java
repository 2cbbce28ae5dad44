package dev.evokernel.search;

import dev.evokernel.kernel.Configuration;

/**
 * A configuration that the search wants evaluated.
 *
 * @param generation the batch it belongs to, from 0
 * @param origin where it came from: a seed's origin, {@code random}, {@code crossover}, {@code
 *     mutation}, {@code crossover+mutation} or {@code refinement}
 */
public record Proposal(Configuration configuration, int generation, String origin) {}
