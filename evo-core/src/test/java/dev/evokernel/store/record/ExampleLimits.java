package dev.evokernel.store.record;

import module java.base;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.roofline.Devices;
import dev.evokernel.store.run.MeasuredLimits;
import dev.evokernel.store.run.MeasuredLimits.Figure;
import dev.evokernel.store.run.MeasuredLimits.Quantity;

/** Limits of a processor: 10 GB/s of memory, 40 GB/s of cache, 100 ns for a launch. */
public final class ExampleLimits {

  private ExampleLimits() {}

  public static MeasuredLimits of(DeviceIdentity device, Instant measured, double flops) {
    return new MeasuredLimits(
        "cpu",
        device,
        Devices.processor(),
        "gcc 12.2.0",
        "builder",
        measured,
        List.of(
            new Figure(Quantity.F32, flops, 1e9, 20, "VECTOR=8", OptionalDouble.of(2450)),
            new Figure(Quantity.CACHE, 4e10, 1e9, 20, "copy", OptionalDouble.empty()),
            new Figure(Quantity.MEMORY, 1e10, 1e9, 20, "copy", OptionalDouble.empty()),
            new Figure(Quantity.LAUNCH, 1, 100, 200, "launch", OptionalDouble.empty())));
  }
}
