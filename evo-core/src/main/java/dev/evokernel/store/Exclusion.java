package dev.evokernel.store;

import dev.evokernel.outcome.Outcome.Rejected;
import java.time.Instant;

/**
 * A candidate that was measured and may not lead all the same. What the search heard of it stays as
 * it was, so that a run that goes on repeats itself.
 *
 * @param candidate its number
 */
public record Exclusion(int candidate, Rejected why, Instant at) {}
