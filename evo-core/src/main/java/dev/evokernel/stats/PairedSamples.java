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

  /**
   * Spread from which a process is disturbed. Neighbouring batches of a program that has its device
   * to itself never differ by such a factor; batches that lost time slices do.
   */
  private static final double DISTURBED = 2;

  /** Whether the samples of one variant differ by factors, so that their median means little. */
  boolean isDisturbed() {
    return spread() > DISTURBED;
  }

  /** Upper quartile over minimum, of the variant where that is greater. */
  double spread() {
    return Math.max(spread(base), spread(other));
  }

  private static double spread(Samples samples) {
    return samples.quantile(0.75) / samples.min();
  }

  /** Speed-up of the other at a quantile. */
  double ratio(double probability) {
    return base.quantile(probability) / other.quantile(probability);
  }
}
