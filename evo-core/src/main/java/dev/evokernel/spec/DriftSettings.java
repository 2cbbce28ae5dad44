package dev.evokernel.spec;

import java.util.OptionalDouble;

/**
 * How the device is watched while a run goes on.
 *
 * @param every evaluations between two measurements of the incumbent; 0 for never
 * @param margin how far they may lie apart, as a share; empty for what suits the device
 * @param recovery how much slower than ever before it may be in a fresh process, as a share; empty
 *     for what suits the device
 */
public record DriftSettings(int every, OptionalDouble margin, OptionalDouble recovery) {

  public static final DriftSettings DEFAULT =
      new DriftSettings(100, OptionalDouble.empty(), OptionalDouble.empty());

  /** The device is not watched. */
  public static final DriftSettings OFF =
      new DriftSettings(0, OptionalDouble.empty(), OptionalDouble.empty());

  public DriftSettings {
    if (every < 0) {
      throw new IllegalArgumentException("There are no " + every + " evaluations.");
    }
    if (margin.isPresent() && !(margin.getAsDouble() > 0 && margin.getAsDouble() < 1)) {
      throw new IllegalArgumentException("A margin of " + margin.getAsDouble() + " is none.");
    }
    if (recovery.isPresent() && !(recovery.getAsDouble() > 0)) {
      throw new IllegalArgumentException("A margin of " + recovery.getAsDouble() + " is none.");
    }
  }
}
