package dev.evokernel.outcome;

import java.util.Comparator;
import java.util.Optional;

/**
 * The reading of one baseline on one shape.
 *
 * @param baseline its name in {@code kernel.yaml}
 * @param shape the shape's name
 * @param library the library that computed, with its version; empty when unknown
 * @param measurement its times, and how far its outputs are from the reference's; empty when it was
 *     refused
 * @param refusal why it was not measured; empty when it was
 */
public record BaselineReading(
    String baseline,
    String shape,
    String library,
    Optional<Measurement> measurement,
    String refusal) {

  public BaselineReading {
    if (measurement.isPresent() != refusal.isEmpty()) {
      throw new IllegalArgumentException(
          "Baseline '%s' is either measured on '%s' or refused for a reason."
              .formatted(baseline, shape));
    }
  }

  public static BaselineReading measured(String baseline, String library, Measurement one) {
    return new BaselineReading(baseline, one.shape(), library, Optional.of(one), "");
  }

  /**
   * @param library its name and version, as far as known
   * @param why never empty
   */
  public static BaselineReading refused(String baseline, String shape, String library, String why) {
    return new BaselineReading(baseline, shape, library, Optional.empty(), why);
  }

  /** Whether its outputs agree with the reference; otherwise its times mean nothing. */
  public boolean isRight() {
    return measurement
        .filter(one -> one.accuracy().stream().allMatch(OutputComparison::passed))
        .isPresent();
  }

  /** The output with the largest error, when the outputs do not agree. */
  public Optional<OutputComparison> difference() {
    return measurement.stream()
        .flatMap(one -> one.accuracy().stream())
        .filter(comparison -> !comparison.passed())
        .max(Comparator.comparingDouble(OutputComparison::excess));
  }
}
