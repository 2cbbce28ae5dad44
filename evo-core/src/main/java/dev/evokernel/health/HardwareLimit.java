package dev.evokernel.health;

import dev.evokernel.backend.file.Peaks;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Workload;
import dev.evokernel.text.Units;
import java.util.List;
import java.util.Locale;

/**
 * Faster-than-hardware check: rejects a candidate whose p50 is below 0.9 times the least time that
 * the device's peak throughput allows for the kernel's work. The candidate omits work, or {@code
 * work} in kernel.yaml states too much.
 */
public record HardwareLimit(Peaks peaks, List<Workload> workloads) {

  /** Accepted share of the least time; a clock may be slightly faster than reported. */
  static final double TOLERANCE = 0.9;

  Outcome judged(Outcome outcome) {
    if (outcome instanceof Measured measured) {
      for (Measurement measurement : measured.measurements()) {
        Peaks.Bound bound = bound(measurement.shape());
        if (measurement.samples().p50() < TOLERANCE * bound.nanos()) {
          return suspicious(measurement, bound);
        }
      }
    }
    return outcome;
  }

  private Peaks.Bound bound(String shape) {
    return workloads.stream()
        .filter(workload -> workload.shape().name().equals(shape))
        .findFirst()
        .map(workload -> peaks.bound(workload.flops(), workload.bytes()))
        .orElse(Peaks.Bound.NONE);
  }

  private static Rejected suspicious(Measurement measurement, Peaks.Bound bound) {
    return new Rejected(
        Rejection.SUSPICIOUS,
        measurement.shape(),
        String.format(
            Locale.ROOT,
            "Faster than the hardware: p50 is %s, and %s take at least %s on this device."
                + " Either the kernel leaves out work that the correctness gate does not check, or"
                + " 'work' in kernel.yaml states too much.",
            Units.time(measurement.samples().p50()),
            bound.why(),
            Units.time(bound.nanos())));
  }
}
