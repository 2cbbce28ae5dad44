package dev.evokernel.store.record;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * Candidate that was timed while the device drifted. Its outcome for the search stays, so that a
 * resumed run proposes the same candidates.
 *
 * @param candidate its number
 * @param settled whether the candidate was measured again
 * @param objective of the second measurement; empty before it and after a rejection
 */
public record Suspect(int candidate, boolean settled, OptionalDouble objective, Instant at) {

  public Suspect {
    if (!settled && objective.isPresent()) {
      throw new IllegalArgumentException("An unsettled suspect cannot have an objective.");
    }
  }

  public static Suspect open(int candidate, Instant at) {
    return new Suspect(candidate, false, OptionalDouble.empty(), at);
  }

  public static Suspect settled(int candidate, OptionalDouble objective, Instant at) {
    return new Suspect(candidate, true, objective, at);
  }
}
