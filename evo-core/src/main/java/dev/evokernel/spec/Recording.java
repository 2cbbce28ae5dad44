package dev.evokernel.spec;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.DeviceIdentity;
import java.util.List;

/**
 * Recorded results of a device, replayed in its place.
 *
 * @param device whose model names the recording
 */
public record Recording(Backend backend, DeviceIdentity device) implements Platform {

  @Override
  public List<DeviceIdentity> devices() {
    return List.of(device);
  }
}
