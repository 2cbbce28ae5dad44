package dev.evokernel.spec;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;

/** A device of this machine. */
public record Hardware(Backend backend, DeviceIdentity device) implements Platform {}
