package dev.evokernel.spec;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;

/**
 * What a run measures on. On hardware a run has drift checks, recovery checks and the
 * faster-than-hardware check; a recording returns the same times at every query.
 */
public sealed interface Platform permits Hardware, Recording {

  Backend backend();

  DeviceIdentity device();
}
