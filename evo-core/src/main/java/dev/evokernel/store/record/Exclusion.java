package dev.evokernel.store.record;

import dev.evokernel.outcome.Outcome.Rejected;
import java.time.Instant;

/**
 * Measured candidate that failed a later check and may not become champion. Its outcome for the
 * search stays, so that a resumed run proposes the same candidates.
 *
 * @param candidate its number
 */
public record Exclusion(int candidate, Rejected why, Instant at) {}
