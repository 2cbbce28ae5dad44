package dev.evokernel.store.run;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.outcome.BaselineReading;
import java.time.Instant;

/**
 * Result of a baseline on one shape, with its session.
 *
 * @param workload the shape, and the work of one launch
 */
public record StoredBaseline(BaselineSession session, Workload workload, BaselineReading reading) {
  /**
   * Session in which a kernel's baselines were measured.
   *
   * @param kernel its name
   * @param backend for example {@code cuda}
   * @param host the machine's name
   * @param when the session was recorded
   */
  public record BaselineSession(
      String kernel,
      String backend,
      DeviceIdentity device,
      String host,
      String evoVersion,
      Instant when) {}
}
