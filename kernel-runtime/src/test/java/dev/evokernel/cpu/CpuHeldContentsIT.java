package dev.evokernel.cpu;

import dev.evokernel.backend.HeldContentsContract;

class CpuHeldContentsIT extends HeldContentsContract {
  CpuHeldContentsIT() {
    super(new CpuBackend());
  }
}
