package dev.evokernel.stats;

import dev.evokernel.kernel.yaml.Labelled;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.OutputComparison;
import java.util.Locale;
import java.util.OptionalDouble;

/** Metric that a run can minimise. */
public enum Metric implements Labelled {
  /** Median of a launch, in nanoseconds. */
  TIME,
  /** Energy of a launch, in joules. */
  ENERGY,
  /** Worst error of any output element, as a share of its tolerance. */
  ACCURACY;

  /** Value of a measurement; empty if the device does not report it. */
  public OptionalDouble of(Measurement measurement) {
    return switch (this) {
      case TIME -> OptionalDouble.of(measurement.samples().p50());
      case ENERGY -> measurement.joules();
      case ACCURACY -> measurement.accuracy().stream().mapToDouble(OutputComparison::excess).max();
    };
  }

  /**
   * @throws IllegalArgumentException for an unknown label
   */
  public static Metric ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
