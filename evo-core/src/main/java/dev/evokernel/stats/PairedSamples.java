package dev.evokernel.stats;

import dev.evokernel.outcome.Samples;
import java.util.List;

/**
 * Samples of two variants on one shape in one process, one of each in every round.
 *
 * @param base nanoseconds for one launch, in the order of the rounds
 * @param other of the same rounds
 */
public record PairedSamples(Samples base, Samples other) {

  public PairedSamples {
    if (base.count() != other.count()) {
      throw new IllegalArgumentException(
          "Samples of the same rounds are equally many, and not %d and %d."
              .formatted(base.count(), other.count()));
    }
  }

  /** All samples of the base, process by process. */
  public static Samples bases(List<PairedSamples> processes) {
    return Samples.joined(processes.stream().map(PairedSamples::base).toList());
  }

  /** All samples of the other, process by process. */
  public static Samples others(List<PairedSamples> processes) {
    return Samples.joined(processes.stream().map(PairedSamples::other).toList());
  }

  /** How many times as fast the other is, at this quantile; below 1 it is slower. */
  double ratio(double probability) {
    return base.quantile(probability) / other.quantile(probability);
  }
}
