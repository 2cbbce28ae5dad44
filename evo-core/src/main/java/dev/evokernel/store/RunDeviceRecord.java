package dev.evokernel.store;

import java.time.Instant;
import java.util.Optional;

/**
 * Device that took part in a run.
 *
 * @param number within the run, from 0
 * @param id its name on the host, for example {@code cuda:1}
 * @param joined when the device last joined a session
 * @param relative the default's time on this device over its time on the reference device, the
 *     geometric mean over the shapes; empty before its measurement
 * @param left when the device left a session before the session's end
 * @param why the device left; empty text otherwise
 */
public record RunDeviceRecord(
    int number,
    String host,
    String id,
    String model,
    Instant joined,
    Optional<Double> relative,
    Optional<Instant> left,
    String why) {

  public RunDeviceRecord taking(double measured) {
    return new RunDeviceRecord(number, host, id, model, joined, Optional.of(measured), left, why);
  }

  public RunDeviceRecord leaving(Instant at, String reason) {
    return new RunDeviceRecord(number, host, id, model, joined, relative, Optional.of(at), reason);
  }

  /** Whether two records belong to one device, in any session. */
  public boolean isSameAs(RunDeviceRecord other) {
    return host.equals(other.host) && id.equals(other.id);
  }

  public RunDeviceRecord joining(Instant at) {
    return new RunDeviceRecord(number, host, id, model, at, relative, Optional.empty(), "");
  }
}
