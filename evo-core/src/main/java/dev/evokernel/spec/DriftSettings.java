package dev.evokernel.spec;

import java.util.OptionalDouble;

/**
 * Intervals and margins of drift checks and recovery checks.
 *
 * @param every evaluations between two measurements of the default; 0 for never
 * @param margin accepted difference of two drift checks, as a share; empty for the device's usual
 *     margin
 * @param recovery accepted slowdown of the default in a fresh process against its fastest time, as
 *     a share; empty for the device's usual margin
 */
public record DriftSettings(int every, OptionalDouble margin, OptionalDouble recovery) {

  public static final DriftSettings DEFAULT =
      new DriftSettings(100, OptionalDouble.empty(), OptionalDouble.empty());

  public static final DriftSettings OFF =
      new DriftSettings(0, OptionalDouble.empty(), OptionalDouble.empty());

  /** Copies the settings with a margin for a job that gives none. */
  public DriftSettings withMargin(double usual) {
    return new DriftSettings(every, OptionalDouble.of(margin.orElse(usual)), recovery);
  }

  public DriftSettings {
    if (every < 0) {
      throw new IllegalArgumentException("drift.every must be ≥ 0, was " + every + ".");
    }
    if (margin.isPresent() && !(margin.getAsDouble() > 0 && margin.getAsDouble() < 1)) {
      throw new IllegalArgumentException(
          "drift.margin must be above 0 and below 1, was " + margin.getAsDouble() + ".");
    }
    if (recovery.isPresent() && !(recovery.getAsDouble() > 0)) {
      throw new IllegalArgumentException(
          "drift.recovery must be above 0, was " + recovery.getAsDouble() + ".");
    }
  }
}
