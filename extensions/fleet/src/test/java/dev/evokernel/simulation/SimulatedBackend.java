package dev.evokernel.simulation;

import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.fixture.ProcesslessBackend;
import java.util.List;

/**
 * Backend of a {@link SimulatedKernel}: only a name, because {@link SimulatedWorkers} do the work.
 */
public record SimulatedBackend() implements ProcesslessBackend {

  static final DeviceIdentity DEVICE = new DeviceIdentity("simulated", "simulated", "none");

  /** Identity of a device in a run on several simulated devices. */
  public static DeviceIdentity device(int number) {
    return new DeviceIdentity(DEVICE.id() + ":" + number, DEVICE.model(), DEVICE.driver());
  }

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public List<DeviceIdentity> devices() {
    return List.of(DEVICE);
  }

  @Override
  public boolean compilingDisturbsTiming() {
    return false;
  }

  @Override
  public String refusal() {
    return "A simulated kernel cannot be compiled or launched.";
  }
}
