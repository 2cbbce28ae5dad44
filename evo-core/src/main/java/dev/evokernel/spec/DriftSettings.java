package dev.evokernel.spec;

import java.util.OptionalDouble;

/**
 * Drift checks and recovery checks: how often the default is measured again, and how far it may be
 * off.
 *
 * @param every evaluations between two measurements of the default; 0 for never
 * @param margin how far two drift checks may lie apart, as a share; empty for the device's usual
 *     margin
 * @param recovery how much slower than its fastest time the default may be in a fresh process, as a
 *     share; empty for the device's usual margin
 */
public record DriftSettings(int every, OptionalDouble margin, OptionalDouble recovery) {

  public static final DriftSettings DEFAULT =
      new DriftSettings(100, OptionalDouble.empty(), OptionalDouble.empty());

  /** Without drift checks. */
  public static final DriftSettings OFF =
      new DriftSettings(0, OptionalDouble.empty(), OptionalDouble.empty());

  /** The same, with this margin where the job gives none. */
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
