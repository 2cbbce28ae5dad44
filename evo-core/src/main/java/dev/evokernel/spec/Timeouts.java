package dev.evokernel.spec;

import java.time.Duration;

/**
 * Time limits of steps before their process is killed.
 *
 * @param compile limit for compiling one configuration; above 0
 * @param evaluation limit for verifying and timing one configuration on every shape; above 0
 */
public record Timeouts(Duration compile, Duration evaluation) {

  public static final Timeouts DEFAULT =
      new Timeouts(Duration.ofSeconds(60), Duration.ofSeconds(30));

  public Timeouts {
    if (!compile.isPositive() || !evaluation.isPositive()) {
      throw new IllegalArgumentException(
          "Timeouts must be above 0, were compile " + compile + ", evaluation " + evaluation + ".");
    }
  }
}
