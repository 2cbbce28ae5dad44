package dev.evokernel.cuda;

import dev.evokernel.backend.DeviceContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

@Tag("gpu")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
class CudaContractIT extends DeviceContract {
  CudaContractIT() {
    super(new CudaBackend());
  }
}
