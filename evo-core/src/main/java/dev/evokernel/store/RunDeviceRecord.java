package dev.evokernel.store;

import java.time.Instant;
import java.util.Optional;

/**
 * A device that took part in a run.
 *
 * @param number within the run, from 0
 * @param host the machine that it belongs to
 * @param id its name there, for example {@code cuda:1}
 * @param model as its driver names it
 * @param joined when it last joined a session
 * @param relative the default's time here over that on the reference device, which measured it as
 *     the run's first candidate, the geometric mean over the shapes; empty before it was measured
 * @param left when it left a session before its end
 * @param why it did; empty text where it did not
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

  /** The same with what the default takes there. */
  public RunDeviceRecord taking(double other) {
    return new RunDeviceRecord(number, host, id, model, joined, Optional.of(other), left, why);
  }

  /** The same after it left. */
  public RunDeviceRecord leaving(Instant at, String reason) {
    return new RunDeviceRecord(number, host, id, model, joined, relative, Optional.of(at), reason);
  }

  /** Whether it is a record of the same device, in whichever session. */
  public boolean isSameAs(RunDeviceRecord other) {
    return host.equals(other.host) && id.equals(other.id);
  }

  /** The same in a session that begins. */
  public RunDeviceRecord joining(Instant at) {
    return new RunDeviceRecord(number, host, id, model, at, relative, Optional.empty(), "");
  }
}
