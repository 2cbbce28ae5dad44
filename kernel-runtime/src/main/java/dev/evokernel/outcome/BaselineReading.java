package dev.evokernel.outcome;

import java.util.Comparator;
import java.util.Optional;

/**
 * Measurement of a baseline on a shape, or the reason why there is none. The library has a version
 * and is empty if unknown.
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
          "Baseline '%s' on shape '%s' must have either a measurement or a refusal."
              .formatted(baseline, shape));
    }
  }

  public static BaselineReading measured(String baseline, String library, Measurement times) {
    return new BaselineReading(baseline, times.shape(), library, Optional.of(times), "");
  }

  public static BaselineReading refused(String baseline, String shape, String library, String why) {
    return new BaselineReading(baseline, shape, library, Optional.empty(), why);
  }

  /** Whether the outputs agree with the reference; otherwise the times are meaningless. */
  public boolean isRight() {
    return measurement.isPresent() && difference().isEmpty();
  }

  public Optional<OutputComparison> difference() {
    return measurement.stream()
        .flatMap(times -> times.accuracy().stream())
        .filter(comparison -> !comparison.passed())
        .max(Comparator.comparingDouble(OutputComparison::excess));
  }
}
