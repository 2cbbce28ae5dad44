package dev.evokernel.store;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.outcome.BaselineReading;
import java.time.Instant;

/** Result of a baseline on one shape, with its session. */
public record StoredBaseline(BaselineSession session, Workload workload, BaselineReading reading) {
  /** Session in which a kernel's baselines were measured. */
  public record BaselineSession(
      String kernel,
      String backend,
      DeviceIdentity device,
      String host,
      String evoVersion,
      Instant when) {}
}
