package dev.evokernel.config;

import java.time.Duration;

/**
 * When one step is given up.
 *
 * @param compile for compiling one configuration
 * @param evaluation for checking and timing one configuration on every shape
 */
public record Timeouts(Duration compile, Duration evaluation) {

  public static final Timeouts DEFAULT =
      new Timeouts(Duration.ofSeconds(60), Duration.ofSeconds(30));

  public Timeouts {
    if (!compile.isPositive() || !evaluation.isPositive()) {
      throw new IllegalArgumentException(
          "Timeouts are positive: compile " + compile + ", evaluation " + evaluation + ".");
    }
  }
}
