package dev.evokernel.replay;

import module java.base;

import dev.evokernel.backend.Backend;
import dev.evokernel.backend.Compiler;
import dev.evokernel.backend.Device;
import dev.evokernel.backend.DeviceIdentity;
import dev.evokernel.backend.Requirement;
import dev.evokernel.backend.file.EnvironmentException;

/** Backend without real devices: nothing is compiled, opened or required. */
public interface ProcesslessBackend extends Backend {

  /** Message for requests to compile or to open a device. */
  String refusal();

  @Override
  default List<Requirement> requirements() {
    return List.of();
  }

  @Override
  default Compiler compiler(DeviceIdentity device, Path cache, Duration limit) {
    throw new EnvironmentException(refusal());
  }

  @Override
  default Device open(DeviceIdentity device) {
    throw new EnvironmentException(refusal());
  }
}
