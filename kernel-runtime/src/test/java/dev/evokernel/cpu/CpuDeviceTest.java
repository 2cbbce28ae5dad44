package dev.evokernel.cpu;

import dev.evokernel.backend.DeviceContract;

class CpuDeviceTest extends DeviceContract {
  CpuDeviceTest() {
    super(new CpuBackend());
  }
}
