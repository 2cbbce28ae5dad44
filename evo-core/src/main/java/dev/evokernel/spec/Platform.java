package dev.evokernel.spec;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;

/**
 * What a run measures on. Hardware drifts, throttles and loses processes, so it is watched; a
 * recording answers the same for ever.
 */
public sealed interface Platform permits Hardware, Recording {

  Backend backend();

  DeviceIdentity device();
}
