package dev.evokernel.store;

import dev.evokernel.outcome.Samples;
import dev.evokernel.stats.SpeedUp;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One finalist re-measured on one shape, interleaved with the others.
 *
 * @param candidate its number in the run
 * @param samples nanoseconds for one launch
 * @param joules the energy of one launch; empty on a device that does not tell
 * @param speedUp over the incumbent; empty for the incumbent itself
 */
public record Final(
    int candidate,
    Role role,
    String shape,
    Samples samples,
    OptionalDouble joules,
    Optional<SpeedUp> speedUp) {

  /** On a device that does not tell of energy. */
  public Final(int candidate, Role role, String shape, Samples samples, Optional<SpeedUp> speedUp) {
    this(candidate, role, shape, samples, OptionalDouble.empty(), speedUp);
  }
}
