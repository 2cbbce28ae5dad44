package dev.evokernel.cpu;

import dev.evokernel.backend.LaunchesContract;

class CpuLaunchesIT extends LaunchesContract {
  CpuLaunchesIT() {
    super(new CpuBackend());
  }
}
