package dev.evokernel.api;

import java.util.Optional;

/**
 * Result of a {@link FunctionTuner}.
 *
 * @param best empty if every configuration was rejected
 * @param evaluations number of calls of the function
 * @param exhausted whether every configuration was tried
 */
public record FunctionResult(Optional<Best> best, long evaluations, boolean exhausted) {

  /**
   * Configuration with the smallest objective.
   *
   * @param objective finite
   */
  public record Best(Choice configuration, double objective) {}
}
