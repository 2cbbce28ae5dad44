package dev.evokernel.store;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * A candidate that was timed while the device drifted, and whether it was timed again. Its outcome
 * for the search stays as it was, so that a resumed run proposes the same candidates.
 *
 * @param candidate its number
 * @param settled whether it was measured again
 * @param objective of the second measurement; empty until then, and where it was rejected
 */
public record Suspect(int candidate, boolean settled, OptionalDouble objective, Instant at) {

  public Suspect {
    if (!settled && objective.isPresent()) {
      throw new IllegalArgumentException("A suspect that was not measured again has no objective.");
    }
  }

  public static Suspect open(int candidate, Instant at) {
    return new Suspect(candidate, false, OptionalDouble.empty(), at);
  }

  public static Suspect settled(int candidate, OptionalDouble objective, Instant at) {
    return new Suspect(candidate, true, objective, at);
  }
}
