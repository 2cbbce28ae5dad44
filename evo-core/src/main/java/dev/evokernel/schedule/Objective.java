package dev.evokernel.schedule;

import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.stats.GeometricMean;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What the search minimises: the geometric mean over the shapes of p50 relative to the incumbent's.
 * 1 is the incumbent, 0.5 twice as fast.
 */
record Objective(Map<String, Double> incumbentP50) {

  Objective {
    incumbentP50 = Map.copyOf(incumbentP50);
  }

  static Objective relativeTo(Measured incumbent) {
    return new Objective(
        incumbent.measurements().stream()
            .collect(
                Collectors.toMap(Measurement::shape, measurement -> measurement.samples().p50())));
  }

  double of(Measured candidate) {
    return GeometricMean.of(
        candidate.measurements().stream()
            .mapToDouble(
                measurement ->
                    measurement.samples().p50()
                        / Objects.requireNonNull(incumbentP50.get(measurement.shape())))
            .toArray());
  }
}
