package dev.evokernel.api;

import java.util.Optional;

/**
 * What a {@link FunctionTuner} found.
 *
 * @param best empty if every configuration was rejected
 * @param evaluations how often the function was called
 * @param exhausted whether every configuration was tried
 */
public record FunctionResult(Optional<Best> best, long evaluations, boolean exhausted) {

  /**
   * @param objective the smallest, finite
   */
  public record Best(Choice configuration, double objective) {}
}
