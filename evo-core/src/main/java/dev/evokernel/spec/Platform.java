package dev.evokernel.spec;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import java.util.List;

/**
 * Platform of a run. Runs on hardware have drift checks, recovery checks and the
 * faster-than-hardware check; a recording returns the same times at every query.
 */
public sealed interface Platform permits Hardware, Recording {

  Backend backend();

  /** Devices for candidates; at least one. */
  List<DeviceIdentity> devices();

  default DeviceIdentity device() {
    return devices().getFirst();
  }
}
