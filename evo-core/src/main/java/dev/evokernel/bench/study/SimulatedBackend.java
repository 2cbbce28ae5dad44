package dev.evokernel.bench.study;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.EnvironmentException;
import dev.evokernel.backend.Requirement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The backend of a {@link SimulatedKernel}: a name, since {@link SimulatedWorkers} do the rest. */
record SimulatedBackend() implements Backend {

  static final DeviceIdentity DEVICE = new DeviceIdentity("simulated", "simulated", "none");

  @Override
  public String name() {
    return "simulated";
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
    throw processless();
  }

  @Override
  public Device open(DeviceIdentity device) {
    throw processless();
  }

  @Override
  public boolean compilingDisturbsTiming() {
    return false;
  }

  private static EnvironmentException processless() {
    return new EnvironmentException("A simulated kernel cannot be compiled or launched.");
  }
}
