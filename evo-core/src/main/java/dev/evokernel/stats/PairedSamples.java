package dev.evokernel.stats;

import dev.evokernel.outcome.Samples;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;

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
    return all(processes, PairedSamples::base);
  }

  /** All samples of the other, process by process. */
  public static Samples others(List<PairedSamples> processes) {
    return all(processes, PairedSamples::other);
  }

  private static Samples all(
      List<PairedSamples> processes, Function<PairedSamples, Samples> which) {
    return Samples.of(
        processes.stream()
            .map(which)
            .flatMapToDouble(samples -> DoubleStream.of(samples.nanos()))
            .toArray());
  }

  /** How many times as fast the other is, at this quantile; below 1 it is slower. */
  double ratio(double probability) {
    return base.quantile(probability) / other.quantile(probability);
  }
}
