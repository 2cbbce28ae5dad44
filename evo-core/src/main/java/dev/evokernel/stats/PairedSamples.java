package dev.evokernel.stats;

import dev.evokernel.outcome.Samples;
import java.util.List;

/**
 * Samples of two variants on one shape in one process, one of each in every round.
 *
 * @param base nanoseconds of one launch, in the order of the rounds
 * @param other nanoseconds of one launch in the same rounds
 */
public record PairedSamples(Samples base, Samples other) {

  public PairedSamples {
    if (base.count() != other.count()) {
      throw new IllegalArgumentException(
          "Paired samples need equal counts, had %d and %d."
              .formatted(base.count(), other.count()));
    }
  }

  /** All samples of the bases, process by process. */
  public static Samples bases(List<PairedSamples> processes) {
    return Samples.joined(processes.stream().map(PairedSamples::base).toList());
  }

  /** All samples of the others, process by process. */
  public static Samples others(List<PairedSamples> processes) {
    return Samples.joined(processes.stream().map(PairedSamples::other).toList());
  }

  /** Whether the samples of one variant differ by factors. */
  boolean isDisturbed() {
    return base.isDisturbed() || other.isDisturbed();
  }

  /** Upper quartile over minimum, of the variant where that is greater. */
  double spread() {
    return Math.max(base.spread(), other.spread());
  }

  /** Speed-up of the other at a quantile. */
  double ratio(double probability) {
    return base.quantile(probability) / other.quantile(probability);
  }
}
