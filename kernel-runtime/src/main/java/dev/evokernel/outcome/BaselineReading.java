package dev.evokernel.outcome;

import java.util.Comparator;
import java.util.Optional;

/**
 * What came of one baseline on one shape.
 *
 * @param baseline its name in {@code kernel.yaml}
 * @param shape the shape's name
 * @param library what answered, with its version; empty when nothing did
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
   * @param library what is known of it; maybe empty
   * @param why never empty
   */
  public static BaselineReading refused(String baseline, String shape, String library, String why) {
    return new BaselineReading(baseline, shape, library, Optional.empty(), why);
  }

  /** Whether it computes what the kernel computes; only then its times say anything. */
  public boolean isRight() {
    return measurement
        .filter(one -> one.accuracy().stream().allMatch(OutputComparison::passed))
        .isPresent();
  }

  /** The output that is farthest off, where it computes something else. */
  public Optional<OutputComparison> difference() {
    return measurement.stream()
        .flatMap(one -> one.accuracy().stream())
        .filter(comparison -> !comparison.passed())
        .max(Comparator.comparingDouble(OutputComparison::excess));
  }
}
