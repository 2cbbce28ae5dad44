package dev.evokernel.schedule;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.Requirement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A backend of which only one answer matters. */
record QuietBackend(boolean compilingDisturbsTiming) implements Backend {

  static final DeviceIdentity DEVICE = new DeviceIdentity("quiet", "None", "0");

  @Override
  public String name() {
    return "quiet";
  }

  @Override
  public List<DeviceIdentity> devices() {
    return List.of(DEVICE);
  }

  @Override
  public List<Requirement> requirements() {
    return List.of();
  }

  @Override
  public Compiler compiler(DeviceIdentity device, Path cache, Duration limit) {
    throw new AssertionError("Nobody compiles here.");
  }

  @Override
  public Device open(DeviceIdentity device) {
    throw new AssertionError("Nobody opens a device here.");
  }
}
