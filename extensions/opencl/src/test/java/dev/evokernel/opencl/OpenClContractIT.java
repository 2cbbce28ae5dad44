package dev.evokernel.opencl;

import dev.evokernel.backend.DeviceContract;
import org.junit.jupiter.api.condition.EnabledIf;

@EnabledIf(
    value = "dev.evokernel.opencl.OpenClFixture#present",
    disabledReason = "no OpenCL device: install PoCL with 'apt-get install pocl-opencl-icd'")
class OpenClContractIT extends DeviceContract {
  OpenClContractIT() {
    super(new OpenClBackend(), OpenClFixture.kernel("clfault"));
  }
}
