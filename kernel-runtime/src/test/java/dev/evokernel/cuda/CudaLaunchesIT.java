package dev.evokernel.cuda;

import dev.evokernel.backend.LaunchesContract;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;

@Tag("gpu")
@EnabledIf(
    value = "dev.evokernel.cuda.GpuFixture#present",
    disabledReason = "no NVIDIA GPU on this machine")
class CudaLaunchesIT extends LaunchesContract {
  CudaLaunchesIT() {
    super(new CudaBackend());
  }
}
