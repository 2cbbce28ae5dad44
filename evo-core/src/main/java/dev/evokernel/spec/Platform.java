package dev.evokernel.spec;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import java.util.List;

/**
 * What a run measures on. On hardware a run has drift checks, recovery checks and the
 * faster-than-hardware check; a recording returns the same times at every query.
 */
public sealed interface Platform permits Hardware, Recording {

  Backend backend();

  /** At least one. */
  List<DeviceIdentity> devices();

  /** The first. */
  default DeviceIdentity device() {
    return devices().getFirst();
  }
}
