package dev.evokernel.health;

import dev.evokernel.backend.Peaks;
import dev.evokernel.outcome.Measurement;
import dev.evokernel.outcome.Outcome;
import dev.evokernel.outcome.Outcome.Measured;
import dev.evokernel.outcome.Outcome.Rejected;
import dev.evokernel.outcome.Rejection;
import dev.evokernel.store.Workload;
import java.util.List;
import java.util.Locale;

/**
 * Nobody is faster than the device: a candidate that does its work in less time than the device
 * needs at its peak does not do its work, or the kernel's file says too much of it.
 *
 * @param peaks of the device, on the generous side
 * @param workloads of the run's shapes
 */
public record HardwareLimit(Peaks peaks, List<Workload> workloads) {

  /** Of the least time; a clock may be a little faster than the driver says. */
  static final double TOLERANCE = 0.9;

  public HardwareLimit {
    workloads = List.copyOf(workloads);
  }

  /** The outcome, or a rejection in its place where it cannot be. */
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
            "Too fast to be true: p50 is %.3f µs, and %s take this device %.3f µs at the least."
                + " Either work is left out that the gate does not see, or 'work' in kernel.yaml"
                + " says too much.",
            measurement.samples().p50() / 1e3,
            bound.why(),
            bound.nanos() / 1e3));
  }
}
