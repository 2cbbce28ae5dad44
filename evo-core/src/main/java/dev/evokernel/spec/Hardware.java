package dev.evokernel.spec;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import java.util.List;

/**
 * Devices of one model.
 *
 * @param devices at least one; the first represents all
 */
public record Hardware(Backend backend, List<DeviceIdentity> devices) implements Platform {

  public Hardware {
    devices = List.copyOf(devices);
    if (devices.isEmpty()) {
      throw new IllegalArgumentException("A run needs a device.");
    }
  }
}
