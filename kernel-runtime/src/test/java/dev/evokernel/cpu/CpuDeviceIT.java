package dev.evokernel.cpu;

import dev.evokernel.backend.DeviceContract;

class CpuDeviceIT extends DeviceContract {
  CpuDeviceIT() {
    super(new CpuBackend());
  }
}
