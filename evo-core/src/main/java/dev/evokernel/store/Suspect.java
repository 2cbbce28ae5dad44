package dev.evokernel.store;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * What became of a candidate that was measured while the device drifted. Until it was measured
 * again it may not lead; what the search heard of it stays as it was, so that a run that goes on
 * repeats itself.
 *
 * @param candidate its number
 * @param settled whether it was measured again
 * @param objective of the second measurement; empty until then, and where it was rejected
 */
public record Suspect(int candidate, boolean settled, OptionalDouble objective, Instant at) {

  public Suspect {
    if (!settled && objective.isPresent()) {
      throw new IllegalArgumentException("Whoever was not measured again has no objective.");
    }
  }

  public static Suspect open(int candidate, Instant at) {
    return new Suspect(candidate, false, OptionalDouble.empty(), at);
  }

  public static Suspect settled(int candidate, OptionalDouble objective, Instant at) {
    return new Suspect(candidate, true, objective, at);
  }
}
