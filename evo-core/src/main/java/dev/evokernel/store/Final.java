package dev.evokernel.store;

import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.SpeedUp;
import java.util.Optional;

/**
 * One finalist re-measured on one shape, interleaved with the others.
 *
 * @param candidate its number in the run
 * @param samples nanoseconds for one launch
 * @param speedUp over the incumbent; empty for the incumbent itself
 */
public record Final(
    int candidate, Role role, String shape, Samples samples, Optional<SpeedUp> speedUp) {}
