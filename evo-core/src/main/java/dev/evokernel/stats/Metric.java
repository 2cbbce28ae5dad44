package dev.evokernel.stats;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.OutputComparison;
import java.util.Locale;
import java.util.OptionalDouble;

/** What a run may minimise. Less is better in all of them. */
public enum Metric {
  /** The median of a launch, in nanoseconds. */
  TIME,
  /** Of a launch, in joules. */
  ENERGY,
  /** The worst error of any element of any output, as a share of what is allowed there. */
  ACCURACY;

  /** Of one measurement; empty where the device does not tell. */
  public OptionalDouble of(Measurement measurement) {
    return switch (this) {
      case TIME -> OptionalDouble.of(measurement.samples().p50());
      case ENERGY -> measurement.joules();
      case ACCURACY -> measurement.accuracy().stream().mapToDouble(OutputComparison::excess).max();
    };
  }

  /** As {@code evo.yaml} writes it, for example {@code energy}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if there is no such metric
   */
  public static Metric ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
