package dev.evokernel.cpu;

import dev.evokernel.backend.ArgumentsContract;

class CpuArgumentsIT extends ArgumentsContract {
  CpuArgumentsIT() {
    super(new CpuBackend());
  }
}
